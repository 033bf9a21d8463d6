-- A node of the first release may run beside this program for a while. It knows no history, no financial years and no receipts of refunds:
-- triggers add what it leaves out. They find nothing to add to what this program writes.

-- Its receipts are numbered in the series of their financial year, as this program's are.
create function number_receipt() returns trigger language plpgsql as $$
begin
  select extract(year from created_at at time zone 'Asia/Kolkata' - interval '3 months')::integer into new.year
  from payments where id = new.payment_id;
  perform pg_advisory_xact_lock(hashtext('petsetu receipt number'), new.year);
  select coalesce(max(number), 0) + 1 into new.number from receipts where year = new.year;
  return new;
end
$$;
create trigger number_receipt before insert on receipts for each row when (new.year is null) execute function number_receipt();

create function add_refund_receipt(of_payment bigint, refunded_at timestamptz) returns void language plpgsql as $$
declare
  of_year integer := extract(year from refunded_at at time zone 'Asia/Kolkata' - interval '3 months');
begin
  perform pg_advisory_xact_lock(hashtext('petsetu refund receipt number'), of_year);
  insert into refund_receipts (payment_id, year, number, token, created_at)
  select payment_id, of_year, (select coalesce(max(number), 0) + 1 from refund_receipts where year = of_year),
    translate(rtrim(encode(uuid_send(gen_random_uuid()), 'base64'), '='), '+/', '-_'), refunded_at
  from receipts
  where payment_id = of_payment and not exists (select from refund_receipts where payment_id = of_payment);
end
$$;

create function add_missing_refund_receipt() returns trigger language plpgsql as $$
begin
  perform add_refund_receipt(new.id, now());
  return null;
end
$$;
-- Deferred, like those of the history below: this program writes its own after the payment, in the same transaction.
create constraint trigger add_missing_refund_receipt after update on payments deferrable initially deferred
  for each row when (new.status = 'refunded' and old.status <> 'refunded' and new.disposition = 'applied')
  execute function add_missing_refund_receipt();

create function add_missing_filing() returns trigger language plpgsql as $$
begin
  insert into case_events (complaint_id, at, by_role, kind)
  select new.id, new.created_at, 'complainant', 'filed' where not exists (select from case_events where complaint_id = new.id);
  return null;
end
$$;
create trigger add_missing_filing after insert on complaints for each row execute function add_missing_filing();

-- What this program changes has an event of the same transaction.
create function add_missing_case_event() returns trigger language plpgsql as $$
begin
  insert into case_events (complaint_id, by_role, kind, before, after)
  select new.id, event.by_role, event.kind, event.before, event.after
  from (values
    ('admin', 'status', old.status, new.status, new.status <> old.status),
    ('complainant', 'paid', null, new.payment_paise::text, new.payment_status = 'paid' and old.payment_status <> 'paid'),
    ('system', 'refund', null, new.payment_paise::text, new.payment_status = 'refunded' and old.payment_status <> 'refunded')
  ) event (by_role, kind, before, after, has_happened)
  where has_happened and exists (select from complaints where id = new.id)
    and not exists (select from case_events where complaint_id = new.id and at = now());
  return null;
end
$$;
create constraint trigger add_missing_case_event after update on complaints deferrable initially deferred
  for each row when (new.status <> old.status
    or (new.payment_status <> old.payment_status and new.payment_status in ('paid', 'refunded')))
  execute function add_missing_case_event();

-- What it wrote while the migrations before this one ran.
insert into case_events (complaint_id, at, by_role, kind)
select id, created_at, 'complainant', 'filed' from complaints
where created_at > now() - interval '2 days' and not exists (select from case_events where complaint_id = complaints.id)
order by id;
insert into case_events (complaint_id, at, by_role, kind, after)
select payments.subject_id, payments.captured_at, 'complainant', 'paid', payments.amount_paise::text
from payments join complaints on complaints.id = payments.subject_id
where payments.created_at > now() - interval '2 days' and purpose = 'complaint' and disposition = 'applied'
  and not exists (select from case_events where complaint_id = payments.subject_id and kind = 'paid')
order by payments.id;
insert into case_events (complaint_id, at, by_role, kind, after)
select payments.subject_id, now(), 'system', 'refund', payments.amount_paise::text
from payments join complaints on complaints.id = payments.subject_id
where payments.created_at > now() - interval '2 days' and purpose = 'complaint' and disposition = 'applied'
  and payments.status = 'refunded'
  and not exists (select from case_events where complaint_id = payments.subject_id and kind = 'refund')
order by payments.id;
select add_refund_receipt(payments.id, now())
from payments join receipts on receipts.payment_id = payments.id
where payments.status = 'refunded' and not exists (select from refund_receipts where payment_id = payments.id);
