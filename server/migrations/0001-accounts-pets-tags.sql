create extension if not exists pg_trgm;

create table users (
  id bigint generated always as identity primary key,
  username text not null,
  -- Unique whatever the letter case: the name and the e-mail in NFKC, lower case, as the server folds them.
  username_key text not null unique,
  email text not null,
  email_key text not null unique,
  password_hash text not null,
  role text not null default 'user' check (role in ('user', 'admin')),
  created_at timestamptz not null default now()
);

create table sessions (
  -- SHA-256 of the token: whoever reads this table cannot sign in with it.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
create index sessions_user_id on sessions (user_id);

create table tags (
  pet_id text primary key check (pet_id ~ '^[2-9A-HJ-NP-Z]{12}$'),
  created_at timestamptz not null default now(),
  -- Null while the tag is blank. Set once and never cleared: the tag of a deleted pet does not come back.
  bound_at timestamptz
);

create table pets (
  id bigint generated always as identity primary key,
  pet_id text not null unique references tags,
  user_id bigint not null references users on delete cascade,
  pet_name text not null,
  owner_name text,
  pet_type text not null,
  pet_age text not null,
  pet_gender text not null check (pet_gender in ('male', 'female')),
  treatment_detail text,
  treatment_date date,
  vaccination_detail text,
  vaccination_date date,
  sterilization_detail text,
  sterilization_date date,
  deworming_detail text,
  deworming_date date,
  doctor_name text,
  location text not null,
  address text not null,
  contact_details text not null,
  -- Older records hold these as plain text; shown where present, written by nothing of today.
  treatment text,
  vaccination text,
  sterilization text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index pets_user_id_id on pets (user_id, id desc);
create index pets_pet_name_trgm on pets using gin (pet_name gin_trgm_ops);

-- The counters of the throttles, shared by all nodes; the columns are those that rate-limiter-flexible asks for.
create table throttles (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index throttles_expire on throttles (expire);
