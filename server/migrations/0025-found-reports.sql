-- A thread between a finder and the owner of a pet. The finder's link holds a token that is made from the seed and the secret key,
-- so that this table alone opens no thread.
create table found_reports (
  id bigint generated always as identity primary key,
  pet_id bigint not null references pets (id) on delete cascade,
  token_seed bytea not null,
  token_hash bytea not null unique,
  -- A keyed hash of the finder's network, dropped after a day.
  network_key bytea,
  created_at timestamptz not null default now(),
  last_message_at timestamptz not null default now(),
  -- When the owner last looked.
  read_at timestamptz,
  closed_at timestamptz,
  outcome text check (outcome in ('home', 'closed', 'silent')),
  abuse_reported_at timestamptz,
  abuse_reason text,
  check ((closed_at is null) = (outcome is null))
);
create index found_reports_pet_id on found_reports (pet_id, id desc);
create index found_reports_abuse on found_reports (abuse_reported_at desc) where abuse_reported_at is not null;

create table found_messages (
  id bigint generated always as identity primary key,
  report_id bigint not null references found_reports (id) on delete cascade,
  by text not null check (by in ('finder', 'owner', 'foundation')),
  message text,
  name text,
  contact text,
  place text,
  lat double precision check (lat between -90 and 90),
  lon double precision check (lon between -180 and 180),
  accuracy double precision check (accuracy >= 0),
  location_agreed_at timestamptz,
  created_at timestamptz not null default now(),
  -- When the owner got a mail about it, alone or in a digest.
  mailed_at timestamptz,
  check ((lat is null) = (lon is null)),
  check (lat is null or location_agreed_at is not null)
);
create index found_messages_report_id on found_messages (report_id, id);
create index found_messages_unmailed on found_messages (report_id) where by = 'finder' and mailed_at is null;

-- Until when the owner wants no mails about messages of finders of this pet.
create table found_mutes (
  pet_id bigint primary key references pets (id) on delete cascade,
  muted_until timestamptz not null
);
