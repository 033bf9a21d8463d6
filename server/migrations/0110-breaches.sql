-- The breach book: each time that personal data may have got into the wrong hands.
create table breaches (
  id bigint generated always as identity primary key,
  title text not null,
  -- The nature of it, and the time at which it happened, in words.
  happened text not null,
  occurred text not null default '',
  noticed_at timestamptz not null,
  -- Rows of the list of personal data, and the Indian days on which the records were made; a day that is null sets no limit.
  kinds text[] not null default '{}',
  from_day date,
  to_day date,
  consequences text not null default '',
  measures text not null default '',
  advice text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- The letters to the people were queued; from then on the list of people stays.
  letters_at timestamptz,
  closed_at timestamptz
);
create index breaches_open on breaches (id) where closed_at is null;

-- What was done about it. Steps are only added.
create table breach_steps (
  id bigint generated always as identity primary key,
  breach_id bigint not null references breaches,
  kind text not null check (kind in ('note', 'team-told', 'board-told', 'letters-sent', 'closed')),
  at timestamptz not null,
  text text not null,
  written_at timestamptz not null default now(),
  by_user bigint references users on delete set null
);
create index breach_steps_by_breach on breach_steps (breach_id, at, id);
create index breach_steps_by_user on breach_steps (by_user) where by_user is not null;

create function keep_breach_step() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.by_user is null and to_jsonb(new) - 'by_user' = to_jsonb(old) - 'by_user' then return new; end if;
  raise exception 'rows of breach_steps are only added';
end
$$;
create trigger breach_steps_append_only before update or delete on breach_steps for each row execute function keep_breach_step();
create trigger breach_steps_no_truncate before truncate on breach_steps for each statement execute function refuse_change();

-- Letters as they were sent.
create table breach_letters (
  breach_id bigint not null references breaches,
  audience text not null check (audience in ('people', 'team', 'board')),
  language text not null check (language in ('en', 'hi', 'mr')),
  subject text not null,
  body text not null,
  sent_to text,
  primary key (breach_id, audience, language)
);

-- The people whom a breach concerns, as they were found when the letters went out. One who has no e-mail address is told by phone.
create table breach_people (
  id bigint generated always as identity primary key,
  breach_id bigint not null references breaches,
  email text not null,
  email_key text not null,
  phone text not null,
  language text not null check (language in ('en', 'hi', 'mr')),
  user_id bigint references users on delete set null,
  queued_at timestamptz,
  -- Copied from the mail, which is deleted sooner.
  sent_at timestamptz
);
create unique index breach_people_once on breach_people (breach_id, email_key) where email_key <> '';
create index breach_people_waiting on breach_people (breach_id, id) where queued_at is null and email_key <> '';
create index breach_people_by_email on breach_people (email_key) where email_key <> '';
create index breach_people_by_user on breach_people (user_id) where user_id is not null;
