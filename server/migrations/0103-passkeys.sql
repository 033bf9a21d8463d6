-- A passkey of an account: its owner signs in with it in place of password and second factor. Only the public half is here.
create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- The name that the authenticator gave it.
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  public_key bytea not null,
  -- Counts its uses, if the authenticator counts; a copy that was made of it stays behind.
  counter bigint not null default 0,
  transports text[] not null default '{}',
  -- It may be copied to other devices of its owner, and has been.
  can_be_backed_up boolean not null,
  is_backed_up boolean not null,
  name text not null check (length(name) between 1 and 50),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id);

-- A session that was opened with a passkey needs no other second factor.
alter table sessions add column by_passkey boolean not null default false;

-- The challenges of the last hour that were answered: none is answered twice.
create table spent_challenges (
  hash bytea primary key check (octet_length(hash) = 32),
  spent_at timestamptz not null default now()
);
