-- Outside a transaction.
-- The report leaves out registrations that nobody paid and the program gave up. There may be more of them than of all others.
create index concurrently if not exists memberships_given_up on memberships (created_at)
  include (plan_id, category, status, expiry_date)
  where status = 'cancelled' and details_key like 'expired %';
