-- Outside a transaction.
-- The movements of an open year are the journal since its first day.
create index concurrently if not exists payment_journal_at on payment_journal (at);
