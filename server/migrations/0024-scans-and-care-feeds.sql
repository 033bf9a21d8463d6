-- How often a pet's page was opened on an Indian day. Nothing about who opened it.
create table scan_days (
  pet_number bigint not null references pets (id) on delete cascade,
  day date not null,
  scans integer not null,
  primary key (pet_number, day)
);
create index scan_days_day on scan_days (day);

-- The secret address of a person's care calendar, as a hash; deleting the row revokes it.
create table care_feeds (
  user_id bigint primary key references users (id) on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now()
);
