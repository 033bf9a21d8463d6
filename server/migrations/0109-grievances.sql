-- Complaints about the foundation itself. One that came without an e-mail address is acknowledged and answered by an admin, by phone or in
-- person.
create table grievances (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('data', 'other')),
  way text not null check (way in ('form', 'desk', 'call')),
  name text not null,
  -- Empty if it is not known, as the phone number.
  email text not null,
  email_key text not null,
  phone text not null,
  language text not null check (language in ('en', 'hi', 'mr')),
  text text not null,
  received_at timestamptz not null default now(),
  -- By the settings on the day on which it came.
  due_on date not null,
  acknowledged_at timestamptz,
  answered_at timestamptz,
  answer text,
  -- Admins; null for what came with the form or was acknowledged by mail, and once the account is deleted.
  entered_by bigint references users on delete set null,
  acknowledged_by bigint references users on delete set null,
  answered_by bigint references users on delete set null,
  -- Somebody asked for erasure while it was open: it loses its person once it is answered.
  erasure_asked_at timestamptz,
  check ((answered_at is null) = (answer is null))
);
-- The numbers of grievances that an erasure was about.
alter table erasures add column grievances bigint[] not null default '{}';

create index grievances_open on grievances (id) where answered_at is null;
create index grievances_answered on grievances (answered_at) where answered_at is not null;
create index grievances_by_email on grievances (email_key) where email_key <> '';
create index grievances_by_phone on grievances (right(regexp_replace(phone, '\D', '', 'g'), 10)) where phone <> '';
create index grievances_entered_by on grievances (entered_by) where entered_by is not null;
create index grievances_acknowledged_by on grievances (acknowledged_by) where acknowledged_by is not null;
create index grievances_answered_by on grievances (answered_by) where answered_by is not null;
