create table complaints (
  id bigint generated always as identity primary key,
  -- Made by the form when it is first submitted: the same submission, repeated, is the same complaint.
  idempotency_key text unique,
  fullname text not null,
  email text not null,
  phone text not null,
  type_of_complaint text not null,
  location_of_incident text not null,
  date_of_incident date not null,
  description text not null,
  -- The attachment's stored name, made by the server; its own name is kept for nobody.
  file_path text unique check (file_path ~ '^[a-z0-9]{32}\.(pdf|jpg|png)$'),
  status text not null default 'pending' check (status in ('pending', 'in_progress', 'resolved', 'closed')),
  -- Follows the payments, in the transactions that record them; the status of the case never touches it.
  payment_status text not null default 'none'
    check (payment_status in ('none', 'pending', 'failed', 'paid', 'refunded')),
  payment_paise bigint,
  razorpay_payment_id text,
  payment_date timestamptz,
  created_at timestamptz not null default now(),
  check (payment_status not in ('paid', 'refunded') or (payment_paise is not null and razorpay_payment_id is not null))
);
create index complaints_status_id on complaints (status, id desc);
create index complaints_paid on complaints (id) where payment_status = 'paid';

-- One order is one request for money, for one purpose.
create table payment_orders (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('complaint')),
  subject_id bigint not null,
  amount_paise bigint not null check (amount_paise >= 100),
  currency text not null default 'INR' check (currency = 'INR'),
  -- Ours, committed before the provider is asked: what it made is found again by it.
  receipt text not null unique check (length(receipt) between 1 and 40),
  provider_order_id text unique,
  -- While one request asks the provider to make the order, until then nobody else does; whether anybody ever asked.
  asking_until timestamptz,
  was_asked boolean not null default false,
  -- The provider's states; 'new' until it has answered. 'paid' stays, also after a refund.
  status text not null default 'new' check (status in ('new', 'created', 'attempted', 'paid')),
  -- Set when an order of another amount took its place. It can still be paid, and is asked about like the others.
  replaced_at timestamptz,
  created_at timestamptz not null default now(),
  -- When the reconciler asks the provider next; null once nothing is to be expected any more.
  next_check_at timestamptz
);
create unique index payment_orders_open on payment_orders (purpose, subject_id)
  where status <> 'paid' and replaced_at is null;
create index payment_orders_subject on payment_orders (purpose, subject_id);
create index payment_orders_next_check on payment_orders (next_check_at) where next_check_at is not null;

create table payments (
  id bigint generated always as identity primary key,
  provider_payment_id text not null unique,
  -- Null for money that came without an order of ours.
  order_id bigint references payment_orders,
  -- The order's, repeated for the rule below.
  purpose text,
  subject_id bigint,
  amount_paise bigint not null check (amount_paise >= 0),
  currency text not null,
  status text not null check (status in ('created', 'authorized', 'captured', 'failed', 'refunded')),
  disposition text not null default 'none' check (disposition in ('none', 'applied', 'surplus', 'quarantined')),
  refunded_paise bigint not null default 0,
  error_description text,
  captured_at timestamptz,
  created_at timestamptz not null default now(),
  check (refunded_paise between 0 and amount_paise),
  check (disposition <> 'applied' or (order_id is not null and status in ('captured', 'refunded')))
);
-- Whatever the code does: one purpose is paid by one payment.
create unique index payments_applied on payments (purpose, subject_id) where disposition = 'applied';
create index payments_order_id on payments (order_id);
create index payments_attention on payments (id) where disposition in ('surplus', 'quarantined') and status = 'captured';

-- Every change of a payment that was ever seen, and who told. Rows are only added.
create table payment_journal (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  payment_id bigint not null references payments,
  source text not null check (source in ('verify', 'webhook', 'reconcile', 'admin', 'refund')),
  status_before text,
  status_after text not null,
  disposition_before text,
  disposition_after text not null,
  refunded_paise_before bigint not null,
  refunded_paise_after bigint not null
);
create index payment_journal_payment_id on payment_journal (payment_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are only added', tg_table_name;
end
$$;
create trigger payment_journal_append_only before update or delete or truncate on payment_journal
  for each statement execute function refuse_change();

create table refunds (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments,
  amount_paise bigint not null check (amount_paise > 0),
  -- Sent with every try, so that a repeat is the same refund at the provider too.
  idempotency_key text not null unique,
  provider_refund_id text unique,
  status text not null default 'new' check (status in ('new', 'pending', 'processed', 'failed')),
  requested_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  next_check_at timestamptz
);
create unique index refunds_open on refunds (payment_id) where status <> 'failed';
create index refunds_next_check on refunds (next_check_at) where next_check_at is not null;

-- What the provider told us, as it came, until it has been acted on.
create table webhook_inbox (
  event_id text primary key,
  body bytea not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  attempts integer not null default 0,
  last_error text
);
create index webhook_inbox_open on webhook_inbox (received_at) where processed_at is null;

-- Keys that all nodes share, made at first use.
create table secrets (
  name text primary key,
  value bytea not null
);
