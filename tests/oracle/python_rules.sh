. tests/lib.sh
. tests/python.sh
# RULES: a folder with stock rule files (tests/oracle/python_rules.py says which).
if [ -z "${RULES:-}" ]; then
    skip "needs RULES=folder"
elif python_ready; then
    export RULES
    python_counts tests/oracle/python_rules.py
fi
finish
