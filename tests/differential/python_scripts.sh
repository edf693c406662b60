. tests/lib.sh
. tests/python.sh
# Public scripts for the vendor's module, unmodified: SCRIPTS=FOLDER names where they lie.
if [ -z "${SCRIPTS:-}" ]; then
    skip "needs SCRIPTS=FOLDER with public scripts"
elif python_ready; then
    python_counts tests/differential/python_scripts.py
fi
finish
