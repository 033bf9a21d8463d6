-- Tags that were generated under a name, such as that of a camp. Nullable: a tag needs no batch, and the former program knows none.
create table tag_batches (
  id bigint generated always as identity primary key,
  name text not null check (length(name) <= 60),
  -- The name without differences of case: who types it again adds to the same batch.
  name_key text not null unique,
  created_at timestamptz not null default now()
);
alter table tags add column batch_id bigint references tag_batches;

-- When a person last signed in or used a session: kept with the account, so that the list of users can be sorted by it.
alter table users add column last_seen_at timestamptz;

-- What sessions and networks know of the past, a thousand accounts at a time: whoever signs in waits for these only.
create procedure copy_last_seen() language plpgsql as $$
declare
  before_id bigint := 0;
  last_id bigint;
begin
  loop
    select max(id) into last_id from (select id from users where id > before_id order by id limit 1000) batch;
    exit when last_id is null;
    -- In the order in which others lock several accounts.
    perform from users where id > before_id and id <= last_id order by id for no key update;
    update users set last_seen_at = seen.at
    from (
      select user_id, max(last_used_at) as at
      from (select user_id, last_used_at from sessions union all select user_id, last_used_at from known_networks) used
      where user_id > before_id and user_id <= last_id
      group by user_id
    ) seen
    where users.id = seen.user_id and (last_seen_at is null or last_seen_at < seen.at);
    commit;
    before_id := last_id;
  end loop;
end
$$;
