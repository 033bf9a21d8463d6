-- Money that admins take at the desk. It has an order and a payment like money that came through the provider, with the key 'desk' in
-- place of the provider's; here stands what only the desk knows. Rows are never deleted: what was wrong is void, with a reason.
create table desk_payments (
  payment_id bigint primary key references payments,
  mode text not null check (mode in ('cash', 'cheque', 'upi')),
  -- The number of the cheque, or the reference of the UPI payment.
  reference text,
  bank text,
  cheque_date date,
  -- A cheque is pending until the bank has paid it; other money counts at once.
  state text not null check (state in ('pending', 'cleared', 'bounced', 'void')),
  -- The admin's name stays when the account goes.
  taken_by bigint references users on delete set null,
  taken_by_name text not null,
  taken_at timestamptz not null default now(),
  -- When the money began to count, or the cheque bounced, and who said so.
  decided_by bigint references users on delete set null,
  decided_at timestamptz,
  -- A large sum is void once a second admin agrees.
  void_asked_by bigint references users on delete set null,
  void_asked_at timestamptz,
  void_reason text,
  voided_by bigint references users on delete set null,
  voided_at timestamptz,
  check ((mode = 'cash') = (reference is null)),
  check ((mode = 'cheque') = (bank is not null)),
  check (mode = 'cheque' or cheque_date is null),
  check (mode = 'cheque' or state in ('cleared', 'void')),
  check (state not in ('cleared', 'bounced') or decided_at is not null),
  check ((void_asked_at is null) = (void_reason is null)),
  check ((state = 'void') = (voided_at is not null)),
  check (voided_at is null or void_asked_at is not null)
);
-- The same cheque, or the same UPI payment, counts once.
create unique index desk_payments_reference on desk_payments (mode, lower(reference), lower(coalesce(bank, '')))
  where reference is not null and state in ('pending', 'cleared');
create index desk_payments_pending on desk_payments (taken_at) where state = 'pending';
create index desk_payments_taken_by on desk_payments (taken_by, taken_at);
create index desk_payments_taken_at on desk_payments (taken_at);
create index desk_payments_void_asked_by on desk_payments (void_asked_by, voided_at) where void_asked_by is not null;
create index desk_payments_decided_by on desk_payments (decided_by) where decided_by is not null;
create index desk_payments_voided_by on desk_payments (voided_by) where voided_by is not null;

create trigger desk_payments_are_kept before delete or truncate on desk_payments
  for each statement execute function refuse_change();

-- Cash that left an admin's hands, for the bank or another admin, or came into them.
create table cash_handovers (
  id bigint generated always as identity primary key,
  admin_id bigint references users on delete set null,
  admin_name text not null,
  kind text not null check (kind in ('handed_over', 'received')),
  amount_paise bigint not null check (amount_paise > 0),
  -- To whom, or from whom.
  note text not null,
  created_at timestamptz not null default now()
);
create index cash_handovers_admin_id on cash_handovers (admin_id, created_at);

create trigger cash_handovers_are_kept before delete or truncate on cash_handovers
  for each statement execute function refuse_change();

-- All rows have one of the former sources, so none has to be looked at.
alter table payment_journal drop constraint payment_journal_source_check;
alter table payment_journal add constraint payment_journal_source_check
  check (source in ('verify', 'webhook', 'reconcile', 'admin', 'refund', 'settled', 'desk')) not valid;
