-- When somebody last came back to an open order; null if nobody did. It is then polled, and what it pays for stays, as if it were new.
alter table payment_orders add column last_opened_at timestamptz;
