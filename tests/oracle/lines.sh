. tests/lib.sh
. tests/oracle.sh
oracle lines ncurep
finish
