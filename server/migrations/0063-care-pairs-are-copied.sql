-- Outside a transaction.
call copy_care_pairs();
