-- How a complaint is worked on: how urgent it is, by when and by whom it is looked after, and how it ended.
alter table complaints
  -- Grows with each change of the case, so that an edit based on an older version is noticed. A payment does not change the case.
  add column version integer not null default 1,
  add column priority text not null default 'normal' check (priority in ('low', 'normal', 'high')),
  add column due_on date,
  add column assignee_id bigint references users (id) on delete set null,
  add column outcome text check (outcome in ('rescued', 'treated', 'owner_advised', 'fir_filed', 'sent_to_authority',
    'nothing_found', 'duplicate', 'withdrawn')),
  -- The complaint that this one repeats, which is no duplicate itself. Without a foreign key, since a restore loads the rows of a
  -- table in any order; complaints are never deleted.
  add column duplicate_of bigint check (duplicate_of <> id),
  -- Admins see who complained only after giving a reason.
  add column withhold_name boolean not null default false;

-- For a node that still runs the program before this one.
alter table complaints alter column due_on set default (now() at time zone 'Asia/Kolkata')::date + 5;

create trigger count_version before update of status, priority, due_on, assignee_id, outcome, duplicate_of on complaints
  for each row when ((old.status, old.priority, old.due_on, old.assignee_id, old.outcome, old.duplicate_of)
    is distinct from (new.status, new.priority, new.due_on, new.assignee_id, new.outcome, new.duplicate_of))
  execute function count_version();

-- Texts that admins put into their notes to complainants.
create table answers (
  id bigint generated always as identity primary key,
  title text not null,
  text text not null,
  language text not null check (language in ('en', 'hi', 'mr')),
  -- The status with which it is offered first; null for any.
  for_status text check (for_status in ('pending', 'in_progress', 'resolved', 'closed'))
);
create index answers_language on answers (language, id);
