-- The nominee of somebody who has died or cannot act asks in their place; an admin enters it, with what shows that the nominee may.
alter table privacy_requests
  add column nominee_email text,
  add column proof text;
alter table privacy_requests drop constraint privacy_requests_nominee_check;
alter table privacy_requests add constraint privacy_requests_nominee_check check (
  (kind = 'nominate' or nominee_email is not null) = (nominee_name is not null and nominee_contact is not null)
  and (nominee_email is null) = (proof is null)
  and (kind <> 'nominate' or nominee_email is null)
) not valid;
