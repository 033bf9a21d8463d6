-- A cheque counts from the day on which the bank has paid it, in every report as on its receipt.
update payments set created_at = desk_payments.decided_at
from desk_payments
where desk_payments.payment_id = payments.id and mode = 'cheque' and desk_payments.decided_at is not null
  and payments.status in ('captured', 'refunded') and payments.created_at <> desk_payments.decided_at;
