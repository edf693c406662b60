. tests/lib.sh
. tests/oracle.sh
oracle nvsection nvsection
finish
