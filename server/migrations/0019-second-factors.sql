-- The second factor of an account: the secret of an authenticator app. It counts once its owner has confirmed it with a code.
create table second_factors (
  user_id bigint primary key references users on delete cascade,
  -- Encrypted with a key that is not in the database.
  secret_enc bytea not null,
  -- The time step of the last accepted code: this code and all before it have no effect any more.
  last_step bigint,
  confirmed_at timestamptz,
  created_at timestamptz not null default now()
);

-- The recovery codes that are left; a spent one is deleted.
create table recovery_codes (
  user_id bigint not null references second_factors on delete cascade,
  -- SHA-256 of the code, which has 128 random bits.
  hash bytea not null check (octet_length(hash) = 32),
  primary key (user_id, hash)
);
