-- Outside a transaction.
-- A refund that failed waits for an admin, and each page of the admin area counts what waits.
create index concurrently if not exists refunds_failed on refunds (payment_id) where status = 'failed';
