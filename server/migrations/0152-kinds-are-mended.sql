-- Outside a transaction.
call mend_kinds_of_care();
