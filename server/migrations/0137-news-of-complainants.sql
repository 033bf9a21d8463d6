-- Outside a transaction.
-- The dashboard lists what complainants have added to their cases and nobody has read.
create index concurrently if not exists case_events_of_complainants on case_events (at)
  where by_role = 'complainant' and kind in ('note', 'file');
