-- Money that went back has a receipt of its own, which points back to the receipt of the payment. Its numbers run like those of receipts,
-- without gaps in each financial year, by the day of the refund.
create table refund_receipts (
  payment_id bigint primary key references receipts,
  year integer not null,
  number bigint not null,
  token text not null unique check (token ~ '^[A-Za-z0-9_-]{22}$'),
  created_at timestamptz not null default now(),
  unique (year, number)
);

-- What was refunded before gets one, too.
insert into refund_receipts (payment_id, year, number, token, created_at)
select payment_id, year, row_number() over (partition by year order by at, payment_id), token, at
from (
  select payment_id, at, extract(year from at at time zone 'Asia/Kolkata' - interval '3 months')::integer as year,
    translate(rtrim(encode(uuid_send(gen_random_uuid()), 'base64'), '='), '+/', '-_') as token
  from (
    select receipts.payment_id, coalesce(
      (select min(at) from payment_journal where payment_journal.payment_id = payments.id and status_after = 'refunded'),
      payments.created_at) as at
    from receipts join payments on payments.id = receipts.payment_id
    where payments.status = 'refunded'
  ) refunded
) numbered;

-- A receipt that goes out with a mail, as a PDF.
alter table mails add column receipt_token text;
