-- Links with which the owner of an account's former address puts it back. Unlike other links they outlive a change of the password
-- and further changes of the address, because whoever took the account over could make these, too.
create table email_undos (
  -- SHA-256 of the token: whoever reads this table cannot use the link.
  hash bytea primary key check (octet_length(hash) = 32),
  user_id bigint not null references users on delete cascade,
  -- The former address. No other account gets it while the link works.
  email text not null,
  email_key text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index email_undos_user on email_undos (user_id);
create index email_undos_email_key on email_undos (email_key);
create index email_undos_expires_at on email_undos (expires_at);
