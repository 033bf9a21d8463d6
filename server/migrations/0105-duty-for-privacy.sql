-- A duty of its own for people's data. Admins who could answer requests about it before keep that.
alter table users drop constraint users_duties_check;
alter table users add constraint users_duties_check check (
  duties is null
  or role = 'admin' and duties <@ array['pets', 'cases', 'members', 'money', 'settings', 'privacy'] and cardinality(duties) between 1 and 5
) not valid;
update users set duties = duties || 'privacy'::text where role = 'admin' and 'members' = any(duties);

-- Somebody names a person who acts for them later.
alter table privacy_requests drop constraint privacy_requests_kind_check;
alter table privacy_requests add constraint privacy_requests_kind_check check (kind in ('export', 'correct', 'erase', 'nominate')) not valid;
alter table privacy_requests
  add column nominee_name text,
  add column nominee_contact text;
alter table privacy_requests add constraint privacy_requests_nominee_check
  check ((kind = 'nominate') = (nominee_name is not null and nominee_contact is not null)) not valid;
