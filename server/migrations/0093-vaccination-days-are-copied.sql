-- Outside a transaction.
call copy_vaccination_days();
