create table plans (
  id bigint generated always as identity primary key,
  name text not null,
  category text not null check (category in ('regular', 'premium')),
  duration_months integer not null check (duration_months > 0),
  price_paise bigint not null check (price_paise = 0 or price_paise >= 100),
  description text not null,
  -- One feature a line.
  features text not null,
  created_at timestamptz not null default now(),
  -- A deleted plan is offered and listed no more; what was sold of it still points here.
  deleted_at timestamptz
);
create index plans_category on plans (category, price_paise) where deleted_at is null;

create table memberships (
  id bigint generated always as identity primary key,
  plan_id bigint not null references plans,
  -- Whose account it belongs to: the one that was signed in when it was bought, and never one that only claims the e-mail.
  user_id bigint references users on delete set null,
  -- The account's name, or the buyer's, as it was: it stays in the books when the account goes.
  username text not null,
  name text not null,
  email text not null,
  phone text not null,
  address text not null,
  why_join text not null,
  -- The plan as it was when it was bought: later changes of the plan change nothing that was sold.
  plan_name text not null,
  category text not null check (category in ('regular', 'premium')),
  duration_months integer not null check (duration_months > 0),
  price_paise bigint not null check (price_paise = 0 or price_paise >= 100),
  features text not null,
  -- Without 'expired', which follows from the expiry date.
  status text not null default 'pending' check (status in ('pending', 'active', 'cancelled')),
  amount_paise bigint not null default 0,
  razorpay_payment_id text,
  -- Indian days; the day of the expiry is the last one.
  start_date date,
  expiry_date date,
  -- Of everything that was typed: a second try with the same details goes on with the same pending membership.
  details_key text not null,
  created_at timestamptz not null default now(),
  check ((start_date is null) = (expiry_date is null)),
  check (start_date <= expiry_date),
  check (status <> 'active' or (start_date is not null and (price_paise = 0 or razorpay_payment_id is not null)))
);
create unique index memberships_pending on memberships (details_key) where status = 'pending';
create index memberships_user_id on memberships (user_id, id desc);
create index memberships_created_at on memberships (created_at desc, id desc);
create index memberships_plan_id on memberships (plan_id);

alter table payment_orders drop constraint payment_orders_purpose_check;
alter table payment_orders add constraint payment_orders_purpose_check check (purpose in ('complaint', 'membership'));
-- The orders that nobody has tried to pay yet: the others show in the reports through their payments.
create index payment_orders_untried on payment_orders (created_at desc, id desc) where status in ('new', 'created');
create index payments_created_at on payments (created_at desc, id desc);

-- A payment that was applied gets a receipt: numbered, and read by whoever has its address.
create sequence receipt_numbers;
create table receipts (
  payment_id bigint primary key references payments,
  number bigint not null unique default nextval('receipt_numbers'),
  token text not null unique check (token ~ '^[A-Za-z0-9_-]{22}$'),
  paid_by text not null,
  paid_for text not null,
  created_at timestamptz not null default now()
);
