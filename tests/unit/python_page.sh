. tests/lib.sh
. tests/python.sh
if python_ready; then python_counts tests/unit/python_page.py; fi
finish
