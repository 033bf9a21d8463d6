-- A complaint that may be evidence is held: an erasure waits until the day, which counts. The cause is an outcome, or an admin who gives
-- a reason.
alter table complaints
  add column hold_until date,
  add column hold_cause text check (hold_cause in ('fir_filed', 'sent_to_authority', 'admin')),
  add column hold_reason text,
  add column erasure_asked_at timestamptz;
alter table complaints add constraint complaints_hold_check check ((hold_until is null) = (hold_cause is null)) not valid;

-- The numbers of what was erased, so that a restored back-up that is older loses it again. They name nobody.
create table erasures (
  id uuid primary key,
  at timestamptz not null default now(),
  user_id bigint,
  -- By purpose: the numbers of complaints, memberships and donations.
  subjects jsonb not null,
  -- Complaints that were held then, each with its number, the day and the cause of its hold.
  waits jsonb not null,
  -- Messages to owners, of somebody who had found a pet.
  messages bigint[] not null
);
create index erasures_at on erasures (at);
