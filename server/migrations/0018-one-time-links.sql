-- When the owner of the account proved that the e-mail address is theirs; null until then.
alter table users add column email_confirmed_at timestamptz;
alter table users add column phone text;

-- Links in mails that work once. The newest of each purpose replaces the one before.
create table one_time_links (
  -- SHA-256 of the token: whoever reads this table cannot use the link.
  hash bytea primary key check (octet_length(hash) = 32),
  user_id bigint not null references users on delete cascade,
  purpose text not null check (purpose in ('reset-password', 'confirm-email', 'change-email')),
  -- The address that the link was sent to.
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (user_id, purpose)
);
create index one_time_links_expires_at on one_time_links (expires_at);
