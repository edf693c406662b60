. tests/lib.sh
. tests/oracle.sh
oracle drmfdinfo drmfdinfo
finish
