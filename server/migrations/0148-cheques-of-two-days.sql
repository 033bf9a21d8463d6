-- Outside a transaction.
-- Numbers of cheques are unique within an account only, so that two people may bring the same number of the same bank: the day written on
-- a cheque tells them apart.
create unique index concurrently if not exists desk_payments_once on desk_payments
  (mode, lower(reference), lower(coalesce(bank, '')), coalesce(cheque_date, '-infinity'::date))
  where reference is not null and state in ('pending', 'cleared');

-- Replaced by the one above.
drop index concurrently if exists desk_payments_reference;
