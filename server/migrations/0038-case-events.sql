-- The history of each complaint. Events are only added. Two things can still happen to one, because people have a right to them: its text
-- is replaced by 'Erased', and it goes when its complaint goes.
create table case_events (
  id bigint generated always as identity primary key,
  complaint_id bigint not null references complaints on delete cascade,
  at timestamptz not null default now(),
  -- The admin. Null for anybody else, and after the admin's account was deleted.
  by_user bigint references users on delete set null,
  by_role text not null check (by_role in ('complainant', 'admin', 'system')),
  kind text not null check (kind in ('filed', 'paid', 'status', 'note', 'assign', 'priority', 'due', 'outcome', 'mail', 'reveal',
    'merge', 'reopen', 'refund', 'file')),
  -- Only admins see it.
  internal boolean not null default false,
  -- What somebody wrote: the only column with words of people.
  text text,
  -- The value before and after a change, as the column holds it: a status, a day, an amount in paise, an id.
  before text,
  after text,
  check (internal or kind not in ('assign', 'priority', 'due', 'mail', 'reveal'))
);
create index case_events_complaint_id on case_events (complaint_id, id);
create index case_events_by_user on case_events (by_user) where by_user is not null;

create function keep_case_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- A foreign key deletes it once the complaint is gone.
    if not exists (select from complaints where id = old.complaint_id) then return old; end if;
  elsif (new.text is not distinct from old.text or (old.text is not null and new.text = 'Erased'))
    and (new.by_user is not distinct from old.by_user or new.by_user is null)
    and to_jsonb(new) - '{text,by_user}'::text[] = to_jsonb(old) - '{text,by_user}'::text[] then
    return new;
  end if;
  raise exception 'rows of case_events are only added';
end
$$;
create trigger case_events_append_only before update or delete on case_events for each row execute function keep_case_event();
create trigger case_events_no_truncate before truncate on case_events for each statement execute function refuse_change();
