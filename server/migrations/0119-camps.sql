-- Camps at which animals of the street are vaccinated, dewormed, sterilised and tagged on one day.
create table camps (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  name text not null,
  day date not null,
  ward text not null,
  -- A place that everybody knows: the landmark of animals that are registered at the camp.
  place text not null,
  created_at timestamptz not null default now()
);
create index camps_day on camps (day desc, id desc);
create trigger count_version before update on camps for each row execute function count_version();

-- The kinds of work that a camp does, each with what its care records say by default.
create table camp_kinds (
  camp_id bigint not null references camps on delete cascade,
  kind text not null check (kind in ('rabies', 'deworming', 'sterilisation', 'tag')),
  product text,
  batch text,
  valid_until date,
  vet text,
  primary key (camp_id, kind)
);

-- Carers who work at a camp; admins with the duty for pets may help at each.
create table camp_helpers (
  camp_id bigint not null references camps on delete cascade,
  user_id bigint not null references users on delete cascade,
  added_at timestamptz not null default now(),
  primary key (camp_id, user_id)
);
create index camp_helpers_user_id on camp_helpers (user_id);

-- One piece of work. The phone makes the key, so that a work whose answer was lost is stored once, however late it is sent again. Ward
-- and sex are those of that day, so that the counts stay true when the animal moves or is adopted.
create table camp_works (
  key text primary key check (key ~ '^[A-Za-z0-9_-]{8,100}$'),
  camp_id bigint not null references camps on delete restrict,
  pet_id bigint references pets on delete set null,
  kind text not null check (kind in ('rabies', 'deworming', 'sterilisation', 'tag')),
  at timestamptz not null,
  by_user bigint references users on delete set null,
  care_id bigint references care_records on delete set null,
  ward text not null,
  sex text not null,
  unique (camp_id, pet_id, kind)
);
create index camp_works_pet_id on camp_works (pet_id);
create index camp_works_by_user on camp_works (by_user) where by_user is not null;
create index camp_works_care_id on camp_works (care_id) where care_id is not null;
