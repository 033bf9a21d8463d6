-- From where an account has been signed in to: those networks are not held up when others guess at it.
create table known_networks (
  -- SHA-256 of the username and the network.
  key bytea primary key check (octet_length(key) = 32),
  user_id bigint not null references users on delete cascade,
  last_used_at timestamptz not null default now()
);
create index known_networks_user_id on known_networks (user_id);

-- Set when the contact of a complaint was erased at somebody's request. Its text and its file go once the case is closed.
alter table complaints add column erased_at timestamptz;
create index complaints_erased on complaints (id) where erased_at is not null;
