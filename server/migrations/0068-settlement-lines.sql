-- What the payment provider paid out to the bank, line by line, as its settlement report lists it. It is compared with the payments and
-- changes none of them. Rows are only added.
create table settlement_lines (
  id bigint generated always as identity primary key,
  imported_at timestamptz not null default now(),
  -- The provider's id of a payment, a refund or an adjustment.
  entity_id text not null,
  type text not null,
  settlement_id text not null,
  -- The bank's number of the transfer.
  utr text,
  settled_at timestamptz not null,
  -- Of a refund: what was refunded, as far as the report says so.
  provider_payment_id text,
  provider_order_id text,
  amount_paise bigint not null check (amount_paise >= 0),
  debit_paise bigint not null check (debit_paise >= 0),
  credit_paise bigint not null check (credit_paise >= 0),
  -- Without the GST on it.
  fee_paise bigint not null check (fee_paise >= 0),
  tax_paise bigint not null check (tax_paise >= 0),
  unique (entity_id, type, settlement_id)
);
create index settlement_lines_settled_at on settlement_lines (settled_at desc, id desc);
create index settlement_lines_provider_payment_id on settlement_lines (provider_payment_id) where type = 'refund';
create index settlement_lines_provider_order_id on settlement_lines (provider_order_id) where type = 'refund';

create trigger settlement_lines_are_kept before update or delete or truncate on settlement_lines
  for each statement execute function refuse_change();
