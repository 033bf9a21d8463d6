-- Outside a transaction.
create index concurrently if not exists complaints_account on complaints (account_id) where account_id is not null;
