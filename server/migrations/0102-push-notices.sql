-- Browsers that show notices without an open page. One belongs to an account, or to the complaint whose page it was switched on at.
create table push_devices (
  id bigint generated always as identity primary key,
  user_id bigint references users on delete cascade,
  complaint_id bigint references complaints on delete cascade,
  -- Whoever ends the session ends its notices. Null once the session has expired by itself: the owner of a tag may come back after months.
  session_id bigint references sessions (id) on delete cascade,
  -- The address at the push service is a secret of the browser; the keys are those that only it can decrypt with.
  endpoint text not null check (length(endpoint) <= 2000),
  endpoint_hash bytea not null check (octet_length(endpoint_hash) = 32),
  p256dh text not null check (length(p256dh) = 87),
  auth text not null check (length(auth) = 22),
  -- What it is told of.
  kinds text[] not null,
  language text not null check (language in ('en', 'hi', 'mr')),
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  check (num_nonnulls(user_id, complaint_id) = 1)
);

-- A browser is that of one account, and may follow several complaints.
create unique index push_devices_of_account on push_devices (endpoint_hash) where user_id is not null;
create unique index push_devices_of_complaint on push_devices (complaint_id, endpoint_hash) where complaint_id is not null;
create index push_devices_user_id on push_devices (user_id);
create index push_devices_session_id on push_devices (session_id);

-- Outgoing notices: like a mail, a row is written in the transaction of its cause, before the first attempt.
create table push_notices (
  id bigint generated always as identity primary key,
  device_id bigint not null references push_devices on delete cascade,
  kind text not null,
  about text not null,
  step text not null default '',
  -- Null once it was sent, or has failed.
  title text,
  body text,
  path text,
  -- Also between 22 and 7, Indian time.
  at_night boolean not null,
  -- `held` waits for the morning.
  state text not null default 'waiting' check (state in ('waiting', 'held', 'sent', 'failed')),
  attempts integer not null default 0,
  -- What the device sends when the notice is opened.
  read_token uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  unique (device_id, kind, about, step)
);

create index push_notices_open on push_notices (device_id) where state in ('waiting', 'held');
create index push_notices_created_at on push_notices (created_at);
create index push_notices_of_admins on push_notices (about) where kind in ('urgent-case', 'waiting-money');
