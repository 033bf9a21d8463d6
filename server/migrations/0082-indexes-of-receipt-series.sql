-- Outside a transaction.

create unique index concurrently if not exists receipts_series on receipts (year, is_test, number) nulls not distinct;
create unique index concurrently if not exists refund_receipts_series on refund_receipts (year, is_test, number);
