-- What was done for a pet's health: vaccinations, deworming, sterilisation, treatments. The pairs of text and day in `pets` are
-- stored copies of the newest record of each pair, so that a scan reads one row. Triggers keep both in step, so that an update by
-- a node that still runs the program before this one counts, too.
create table care_records (
  id bigint generated always as identity primary key,
  pet_number bigint not null references pets (id) on delete cascade,
  kind text not null check (
    kind in ('rabies', 'dhppi', 'leptospirosis', 'deworming', 'sterilisation', 'treatment', 'other')
  ),
  product text,
  day date,
  valid_until date,
  vet text,
  note text,
  -- The pair of the pet form that the record counts in; null for none.
  pair text check (pair in ('treatment', 'vaccination', 'sterilization', 'deworming')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- The newest record is the one with the latest of these, and of several the one that was added last.
  sort_day date not null generated always as (coalesce(day, valid_until, '-infinity')) stored
);
create index care_records_newest on care_records (pet_number, sort_day desc, id desc);

create trigger count_version before update on care_records for each row execute function count_version();

-- A vaccination is free text in the pet form. Text that names several vaccines, or none, is of the kind 'other'.
create function care_kind_of(pair text, detail text) returns text language sql immutable as $$
  select case
    when pair = 'treatment' then 'treatment'
    when pair = 'sterilization' then 'sterilisation'
    when pair = 'deworming' then 'deworming'
    when (detail ~* 'rabies|रेबीज|रेबिज')::int + (detail ~* 'dhpp|distemper|parvo')::int + (detail ~* 'lepto')::int <> 1 then 'other'
    when detail ~* 'rabies|रेबीज|रेबिज' then 'rabies'
    when detail ~* 'lepto' then 'leptospirosis'
    when detail ~* 'dhpp|distemper|parvo' then 'dhppi'
    else 'other'
  end
$$;

-- Writes a changed pair of the pet form into the records. A later day is a new event; any other change corrects the newest
-- record. Records that would hide what was saved, and all of a cleared pair, stay in the list but no longer count in the pair.
create function save_care_pair(of_pet bigint, of_pair text, its_detail text, its_day date) returns void
language plpgsql as $$
declare
  newest care_records;
  records_max constant integer := 200;
begin
  select * into newest from care_records
  where pet_number = of_pet and pair = of_pair
  order by sort_day desc, id desc limit 1;

  if its_detail is null and its_day is null then
    update care_records set pair = null where pet_number = of_pet and pair = of_pair;
  elsif newest.id is null or (its_day > newest.sort_day and newest.day is not null) then
    -- The list stays bounded: the oldest record that no other pair shows gives way.
    delete from care_records where coalesce(pair, of_pair) = of_pair and id in (
      select id from care_records
      where pet_number = of_pet
      order by coalesce(pair, of_pair) <> of_pair desc, sort_day desc, id desc offset records_max - 1
    );
    insert into care_records (pet_number, kind, product, day, pair)
    values (of_pet, care_kind_of(of_pair, its_detail), its_detail, its_day, of_pair);
  else
    update care_records set product = its_detail, day = its_day where id = newest.id returning * into newest;
    update care_records set pair = null
    where pet_number = of_pet and pair = of_pair and (sort_day, id) > (newest.sort_day, newest.id);
  end if;
end
$$;

create function save_care_pairs() returns trigger language plpgsql as $$
begin
  if (new.treatment_detail, new.treatment_date) is distinct from (old.treatment_detail, old.treatment_date) then
    perform save_care_pair(new.id, 'treatment', new.treatment_detail, new.treatment_date);
  end if;
  if (new.vaccination_detail, new.vaccination_date) is distinct from (old.vaccination_detail, old.vaccination_date) then
    perform save_care_pair(new.id, 'vaccination', new.vaccination_detail, new.vaccination_date);
  end if;
  if (new.sterilization_detail, new.sterilization_date)
    is distinct from (old.sterilization_detail, old.sterilization_date) then
    perform save_care_pair(new.id, 'sterilization', new.sterilization_detail, new.sterilization_date);
  end if;
  if (new.deworming_detail, new.deworming_date) is distinct from (old.deworming_detail, old.deworming_date) then
    perform save_care_pair(new.id, 'deworming', new.deworming_detail, new.deworming_date);
  end if;
  return null;
end
$$;

-- Copies the newest record of each pair into the pet. The copy of a vaccination without a product names the vaccine.
create function copy_newest_care() returns trigger language plpgsql as $$
declare
  of_pet bigint := coalesce(new.pet_number, old.pet_number);
begin
  update pets set
    treatment_detail = copy.treatment_detail, treatment_date = copy.treatment_date,
    vaccination_detail = copy.vaccination_detail, vaccination_date = copy.vaccination_date,
    sterilization_detail = copy.sterilization_detail, sterilization_date = copy.sterilization_date,
    deworming_detail = copy.deworming_detail, deworming_date = copy.deworming_date
  from (
    select
      max(detail) filter (where pair = 'treatment') as treatment_detail,
      max(day) filter (where pair = 'treatment') as treatment_date,
      max(detail) filter (where pair = 'vaccination') as vaccination_detail,
      max(day) filter (where pair = 'vaccination') as vaccination_date,
      max(detail) filter (where pair = 'sterilization') as sterilization_detail,
      max(day) filter (where pair = 'sterilization') as sterilization_date,
      max(detail) filter (where pair = 'deworming') as deworming_detail,
      max(day) filter (where pair = 'deworming') as deworming_date
    from (
      select distinct on (pair) pair, day,
        coalesce(product, case kind
          when 'rabies' then 'Rabies' when 'dhppi' then 'DHPPi' when 'leptospirosis' then 'Leptospirosis'
        end) as detail
      from care_records
      where pet_number = of_pet and pair is not null
      order by pair, sort_day desc, id desc
    ) newest
  ) copy
  where pets.id = of_pet
    and (pets.treatment_detail, pets.treatment_date, pets.vaccination_detail, pets.vaccination_date,
      pets.sterilization_detail, pets.sterilization_date, pets.deworming_detail, pets.deworming_date)
    is distinct from (copy.treatment_detail, copy.treatment_date, copy.vaccination_detail, copy.vaccination_date,
      copy.sterilization_detail, copy.sterilization_date, copy.deworming_detail, copy.deworming_date);
  return null;
end
$$;

create function copy_rabies_validity() returns trigger language plpgsql as $$
declare
  of_pet bigint := coalesce(new.pet_number, old.pet_number);
begin
  update pets set rabies_valid_until = copy.valid_until
  from (
    select (
      select valid_until from care_records
      where pet_number = of_pet and kind = 'rabies'
      order by sort_day desc, id desc limit 1
    ) as valid_until
  ) copy
  where pets.id = of_pet and pets.rabies_valid_until is distinct from copy.valid_until;
  return null;
end
$$;

create trigger save_care_pairs after insert or update on pets
for each row when (pg_trigger_depth() = 0) execute function save_care_pairs();

-- Last, because a new column keeps readers out.
-- The newest rabies record's; null if it does not say, or if there is none.
alter table pets add column rabies_valid_until date;
-- Not a change of anything that the pet form shows; a form based on the version before it is still up to date.
create or replace trigger count_version before update on pets
for each row when (old.rabies_valid_until is not distinct from new.rabies_valid_until) execute function count_version();
