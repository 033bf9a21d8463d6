-- Outside a transaction.
-- The search of the admins finds a cheque by its number and a UPI payment by its reference, whatever became of them.
create index concurrently if not exists desk_payments_by_reference on desk_payments (lower(reference))
  where reference is not null;
