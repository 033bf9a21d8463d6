-- What people ask for about their personal data. It stands until an admin has done it.
create table privacy_requests (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('export', 'correct', 'erase')),
  -- Removed once an erasure is done.
  email text not null,
  email_key text not null,
  -- Of a request from the account page.
  user_id bigint references users (id) on delete set null,
  language text not null check (language in ('en', 'hi', 'mr')),
  note text,
  created_at timestamptz not null default now(),
  due_on date not null,
  done_at timestamptz,
  done_by bigint references users (id) on delete set null,
  answer text,
  check ((done_at is null) = (answer is null))
);
create index privacy_requests_open on privacy_requests (id) where done_at is null;
create index privacy_requests_done on privacy_requests (done_at desc, id desc) where done_at is not null;
create index privacy_requests_email_key on privacy_requests (email_key);
create index privacy_requests_user_id on privacy_requests (user_id);

-- The newest code sent to an address with which somebody without an account can ask. Only a keyed hash is stored.
create table privacy_codes (
  email_key text primary key,
  code_hash bytea not null,
  expires_at timestamptz not null
);
create index privacy_codes_expires_at on privacy_codes (expires_at);
