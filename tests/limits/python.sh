. tests/lib.sh
. tests/python.sh
if python_ready; then python_counts tests/limits/python.py; fi
finish
