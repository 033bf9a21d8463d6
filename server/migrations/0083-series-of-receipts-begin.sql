-- The series have indexes of their own. Only from here on may a receipt of test money begin with 1 again.
alter table receipts drop constraint receipts_year_number_key;
alter table refund_receipts drop constraint refund_receipts_year_number_key;

-- These columns are left out by a node of the first release; they are filled in with the right series.
create or replace function number_receipt() returns trigger language plpgsql as $$
begin
  select extract(year from created_at at time zone 'Asia/Kolkata' - interval '3 months')::integer,
    coalesce(key_id like 'rzp\_test\_%', false)
  into new.year, new.is_test
  from payments where id = new.payment_id;
  perform pg_advisory_xact_lock(hashtext('petsetu receipt number'), new.year);
  new.number := next_receipt_number(false, new.is_test, new.year);
  return new;
end
$$;

create or replace function add_refund_receipt(of_payment bigint, refunded_at timestamptz) returns void language plpgsql as $$
declare
  of_year integer := extract(year from refunded_at at time zone 'Asia/Kolkata' - interval '3 months');
begin
  perform pg_advisory_xact_lock(hashtext('petsetu refund receipt number'), of_year);
  insert into refund_receipts (payment_id, year, number, token, created_at, is_test)
  select payment_id, of_year, next_receipt_number(true, is_test, of_year),
    translate(rtrim(encode(uuid_send(gen_random_uuid()), 'base64'), '='), '+/', '-_'), refunded_at, is_test
  from receipts
  where payment_id = of_payment and not exists (select from refund_receipts where payment_id = of_payment);
end
$$;
