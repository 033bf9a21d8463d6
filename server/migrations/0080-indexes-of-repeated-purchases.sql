-- Outside a transaction.

-- The earlier memberships of whoever renews, with an account or without: `memberships_email` has only those without.
create index concurrently if not exists memberships_any_email on memberships (lower(normalize(email, nfkc)), category);

-- What was paid already with the same details.
create index concurrently if not exists memberships_paid_details on memberships (details_key) where status = 'active';
create index concurrently if not exists donations_paid_details on donations (details_key) where status = 'paid';
