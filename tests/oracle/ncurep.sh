. tests/lib.sh
. tests/oracle.sh
oracle ncurep ncurep
finish
