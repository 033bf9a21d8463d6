-- Apart from the changes of the tables, which keep others from them until their transaction ends.

-- What is known of the past. When a status changed was not stored.
insert into case_events (complaint_id, at, by_role, kind, after)
select complaint_id, at, by_role, kind, after from (
  select id as complaint_id, created_at as at, 'complainant' as by_role, 'filed' as kind, null as after from complaints
  union all
  select p.subject_id, j.at, 'complainant', 'paid', p.amount_paise::text
  from payment_journal j join payments p on p.id = j.payment_id
  where p.purpose = 'complaint' and j.disposition_after = 'applied' and j.disposition_before is distinct from 'applied'
  union all
  select p.subject_id, j.at, 'system', 'refund', p.amount_paise::text
  from payment_journal j join payments p on p.id = j.payment_id
  where p.purpose = 'complaint' and p.disposition = 'applied' and j.status_after = 'refunded'
    and j.status_before is distinct from 'refunded'
) past
where exists (select from complaints where id = past.complaint_id)
  and not exists (select from case_events where complaint_id = past.complaint_id and kind = 'filed')
order by at;

-- Those filed before complaints had a due day.
update complaints set due_on = (created_at at time zone 'Asia/Kolkata')::date + 5 where status in ('pending', 'in_progress')
  and due_on is null and not exists (select from case_events where complaint_id = complaints.id and kind = 'due');
