-- Outside a transaction.

-- Whose data an address is: the records of a donor, and what a finder gave as contact, which may be any text.
create index concurrently if not exists donations_email on donations (lower(normalize(email, nfkc)));
create index concurrently if not exists found_messages_contact on found_messages using gin (lower(normalize(contact, nfkc)) gin_trgm_ops)
  with (gin_pending_list_limit = 64) where by = 'finder';
