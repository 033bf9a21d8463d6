-- An animal of the street is a pet without an owner. Carers, whom admins name, look after it; nobody else learns who they are.
alter table pets
  alter column user_id drop not null,
  add column pet_kind text not null default 'owned';
alter table pets add constraint pets_kind_check check (
  pet_kind in ('owned', 'community') and (pet_kind = 'community') = (user_id is null)
) not valid;

-- True for an account that may register animals of the street.
alter table users add column is_carer boolean not null default false;

-- The row stays when somebody adopts the animal: it is part of its history.
create table community_animals (
  pet_id bigint primary key references pets (id) on delete cascade,
  ward text not null,
  -- A place that everybody knows, never a point on a map and never where the animal is fed.
  landmark text not null,
  ear_notch text not null check (ear_notch in ('left', 'right', 'none')),
  status text not null default 'here' check (status in ('here', 'moved', 'adopted', 'died')),
  -- The day of the sterilisation is that of the newest care record, which `pets` holds a copy of.
  sterilised_by text,
  recognition_no text,
  certificate_no text,
  -- For carers and admins only.
  note text
);
create index community_animals_ward on community_animals (ward, pet_id);

create table carers (
  pet_id bigint not null references community_animals on delete cascade,
  user_id bigint not null references users on delete cascade,
  added_by bigint references users on delete set null,
  added_at timestamptz not null default now(),
  primary key (pet_id, user_id)
);
create index carers_user_id on carers (user_id);
create index carers_added_by on carers (added_by);

-- How often somebody said that they have seen an animal: by area and by the Monday of the week, without a person, a time or a place.
create table sightings (
  pet_id bigint not null references community_animals on delete cascade,
  week date not null check (extract(isodow from week) = 1),
  area text not null,
  count integer not null default 1,
  primary key (pet_id, week, area)
);

-- The lists of pets and the number of pets are about those with an owner, as before.
create or replace function keep_counts_of_pets() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into kept_counts as kept (what, kind, part, rows, paise)
    select 'pets', 'all', pg_backend_pid() % 8, count(*), 0 from new_rows where pet_kind = 'owned'
    having count(*) <> 0
    on conflict (what, kind, part) do update set rows = kept.rows + excluded.rows;
  elsif tg_op = 'DELETE' then
    insert into kept_counts as kept (what, kind, part, rows, paise)
    select 'pets', 'all', pg_backend_pid() % 8, -count(*), 0 from old_rows where pet_kind = 'owned'
    having count(*) <> 0
    on conflict (what, kind, part) do update set rows = kept.rows + excluded.rows;
  else
    insert into kept_counts as kept (what, kind, part, rows, paise)
    select 'pets', 'all', pg_backend_pid() % 8, sum(by), 0
    from (
      select 1 as by from new_rows where pet_kind = 'owned'
      union all
      select -1 from old_rows where pet_kind = 'owned'
    ) moved
    having sum(by) <> 0
    on conflict (what, kind, part) do update set rows = kept.rows + excluded.rows;
  end if;
  return null;
end
$$;
