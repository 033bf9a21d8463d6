-- Outside a transaction.
-- The list of consents is in order of time.
create index concurrently if not exists consents_at on consents (at, id);
