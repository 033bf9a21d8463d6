-- What this program writes has an event of the same transaction, also where it dates the event back, as the demo does: the history
-- said each of those twice.
create or replace function add_missing_case_event() returns trigger language plpgsql as $$
begin
  insert into case_events (complaint_id, by_role, kind, before, after)
  select new.id, event.by_role, event.kind, event.before, event.after
  from (values
    ('admin', 'status', old.status, new.status, new.status <> old.status),
    ('complainant', 'paid', null, new.payment_paise::text, new.payment_status = 'paid' and old.payment_status <> 'paid'),
    ('system', 'refund', null, new.payment_paise::text, new.payment_status = 'refunded' and old.payment_status <> 'refunded')
  ) event (by_role, kind, before, after, has_happened)
  where has_happened and exists (select from complaints where id = new.id)
    and not exists (
      select from case_events
      where complaint_id = new.id and (at = now() or xmin = pg_current_xact_id()::xid)
    );
  return null;
end
$$;
