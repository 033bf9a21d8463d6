-- Outside a transaction.

-- The columns by which the lists of the admin area are sorted; the number is the last criterion, so one index serves both directions.
create index concurrently if not exists users_by_joined on users (created_at, id);
create index concurrently if not exists complaints_by_filed on complaints (created_at, id);
create index concurrently if not exists donations_by_name on donations (lower(name), id) where paid_at is not null;
create index concurrently if not exists donations_by_amount on donations (amount_paise, id) where paid_at is not null;
create index concurrently if not exists memberships_by_expiry on memberships (expiry_date, id);
create index concurrently if not exists memberships_by_user on memberships (lower(username), id);
create index concurrently if not exists memberships_by_amount on memberships (amount_paise, id);
create index concurrently if not exists payments_by_amount on payments (amount_paise, id);
create index concurrently if not exists payment_orders_untried_by_amount on payment_orders (amount_paise, id) where status in ('new', 'created');

-- The first column of complaints_by_filed says the same.
drop index concurrently if exists complaints_created_at;
