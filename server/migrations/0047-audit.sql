-- What admins changed, and which sealed or withheld data they looked at. Rows are only added. Two things can still happen to one: its
-- reason is replaced by 'Erased', because it may name somebody, and it goes when its time is over.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- As they were then: the row outlives the account.
  admin_id bigint not null,
  admin_username text not null,
  -- Without check constraints, so that a node which still runs the program before this one stores and shows rows, too.
  action text not null,
  object_kind text not null,
  -- Null where the change is about no single record.
  object_id text,
  -- Only the fields that changed. Null where there was nothing before, or nothing is left.
  before jsonb,
  after jsonb,
  -- Fields that changed, too, but whose values are about a person and are kept in the record alone.
  personal_fields text[] not null default '{}',
  -- What the admin wrote: the only column that may hold words about people.
  reason text,
  -- The id of the request in the log.
  request_id text not null
);
create index audit_at on audit (at, id);
create index audit_admin on audit (lower(admin_username), at, id);
create index audit_action on audit (action, at, id);
create index audit_object_kind on audit (object_kind, at, id);
create index audit_object on audit (object_id, object_kind, at, id);

create function keep_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- As long as privacy/forget-old.ts keeps it.
    if old.at < now() - make_interval(days => 1096) then return old; end if;
  elsif old.reason is not null and new.reason = 'Erased'
    and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' then
    return new;
  end if;
  raise exception 'rows of audit are only added';
end
$$;
create trigger audit_append_only before update or delete on audit for each row execute function keep_audit();
create trigger audit_no_truncate before truncate on audit for each statement execute function refuse_change();
