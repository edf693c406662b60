. tests/lib.sh
. tests/oracle.sh
oracle nvprofile nvprofile
finish
