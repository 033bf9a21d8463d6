-- Unmatched money that cannot be sent back through the provider: an admin says how it was settled instead.
alter table payments
  add column settled_at timestamptz,
  add column settled_by bigint references users on delete set null,
  add column settled_note text,
  -- Set while the payment reads 'refunded' here, but its refund failed at the bank afterwards.
  add column refund_failed_at timestamptz,
  -- The key of the provider's account that the money is at; null in rows older than this column.
  add column key_id text,
  add constraint payments_settled_check check ((settled_at is null) = (settled_note is null));
create index payments_settled_by on payments (settled_by) where settled_by is not null;

alter table payment_journal drop constraint payment_journal_source_check;
alter table payment_journal add constraint payment_journal_source_check
  check (source in ('verify', 'webhook', 'reconcile', 'admin', 'refund', 'settled'));

-- What waits for an admin.
create index payments_waiting on payments (created_at desc, id desc)
  where settled_at is null
    and (refund_failed_at is not null or (disposition in ('surplus', 'quarantined') and status = 'captured'));
drop index payments_attention;

-- The key of the provider's account that was asked to make the order; null in rows older than this column.
alter table payment_orders add column key_id text;
-- Money of a test account is looked for at every start.
create index payment_orders_test on payment_orders (id) where key_id like 'rzp\_test\_%';
create index payments_test on payments (id) where key_id like 'rzp\_test\_%';
