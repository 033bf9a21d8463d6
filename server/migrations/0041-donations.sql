-- A gift of money. Its name, address and PAN stay for the tax statement; see docs/security.md.
create table donations (
  id bigint generated always as identity primary key,
  -- The account that was signed in when it was given.
  user_id bigint references users on delete set null,
  name text not null,
  email text not null,
  phone text not null,
  address text not null,
  -- What it is for, as the giver chose it.
  purpose text not null,
  amount_paise bigint not null check (amount_paise >= 100),
  -- Encrypted with SECRET_KEY, and bound to this row; of the text only the last characters are readable.
  pan_enc bytea,
  pan_last text,
  language text not null check (language in ('en', 'hi', 'mr')),
  status text not null default 'pending' check (status in ('pending', 'paid', 'refunded', 'expired')),
  razorpay_payment_id text,
  paid_at timestamptz,
  -- Of everything that was typed, as a keyed hash: a second try with the same details continues the same unpaid donation.
  details_key text not null,
  created_at timestamptz not null default now(),
  -- When its giver was erased; null if not.
  erased_at timestamptz,
  check ((pan_enc is null) = (pan_last is null)),
  check ((status in ('paid', 'refunded')) = (paid_at is not null)),
  check ((paid_at is null) = (razorpay_payment_id is null))
);
create unique index donations_pending on donations (details_key) where status = 'pending';
create index donations_user_id on donations (user_id) where user_id is not null;
create index donations_created_at on donations (created_at) where status = 'pending';
create index donations_paid_at on donations (paid_at desc, id desc) include (status, amount_paise) where paid_at is not null;
create index donations_names_trgm on donations
  using gin (lower(name || chr(10) || email || chr(10) || phone) gin_trgm_ops) with (gin_pending_list_limit = 64);

alter table payment_orders drop constraint payment_orders_purpose_check;
alter table payment_orders add constraint payment_orders_purpose_check check (purpose in ('complaint', 'membership', 'donation'));

alter table consents drop constraint consents_purpose_check;
alter table consents add constraint consents_purpose_check
  check (purpose in ('signup', 'complaint', 'membership', 'found', 'donation'));
create trigger delete_consents after delete on donations for each row execute function delete_consents('donation');
