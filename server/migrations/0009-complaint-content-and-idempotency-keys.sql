-- SHA-256 over the fields and the file of a complaint, so that its idempotency key stands for this content alone.
-- Null for complaints from before, and once the key is dropped.
alter table complaints add column content_hash text;

-- What a signed-in person created under an Idempotency-Key, so that a repeat answers the same.
create table idempotency_keys (
  user_id bigint not null references users on delete cascade,
  key_hash text not null,
  -- SHA-256 over the call and its checked input.
  request_hash text not null,
  -- The ids of what was created; set in the same transaction.
  created jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key_hash)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);
