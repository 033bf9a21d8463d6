-- Outside a transaction.
call copy_last_seen();

-- The tags of a batch, newest first, and how many of them are blank, registered and spent.
create index concurrently if not exists tags_batch on tags (batch_id, created_at desc, pet_id) include (bound_at, spent_at)
  where batch_id is not null;

create index concurrently if not exists users_last_seen_at on users (last_seen_at desc nulls last, id);
