-- Text of the pet form that names rabies among other vaccines counts as a rabies vaccination, too. The pet has a copy of its day, and the
-- vaccination of the form says until when it is valid.
create function is_rabies_care(kind text, pair text, product text) returns boolean language sql immutable as $$
  select kind = 'rabies' or (pair is not distinct from 'vaccination' and coalesce(product ~* 'rabies|रेबीज|रेबिज', false))
$$;

-- As before, and with the day until which a vaccination is valid. The other pairs leave that day as it is.
create function save_care_pair(of_pet bigint, of_pair text, its_detail text, its_day date, its_end date) returns void
language plpgsql as $$
declare
  newest care_records;
  records_max constant integer := 200;
begin
  select * into newest from care_records
  where pet_number = of_pet and pair = of_pair
  order by sort_day desc, id desc limit 1;

  if its_detail is null and its_day is null and its_end is null then
    update care_records set pair = null where pet_number = of_pet and pair = of_pair;
  elsif newest.id is null or (its_day > newest.sort_day and newest.day is not null) then
    -- The list stays bounded: the oldest record that no other pair shows gives way.
    delete from care_records where coalesce(pair, of_pair) = of_pair and id in (
      select id from care_records
      where pet_number = of_pet
      order by coalesce(pair, of_pair) <> of_pair desc, sort_day desc, id desc offset records_max - 1
    );
    insert into care_records (pet_number, kind, product, day, valid_until, pair)
    values (of_pet, care_kind_of(of_pair, its_detail), its_detail, its_day, its_end, of_pair);
  else
    update care_records set product = its_detail, day = its_day,
      valid_until = case when of_pair = 'vaccination' then its_end else valid_until end
    where id = newest.id returning * into newest;
    update care_records set pair = null
    where pet_number = of_pet and pair = of_pair and (sort_day, id) > (newest.sort_day, newest.id);
  end if;
end
$$;

create or replace function save_care_pairs() returns trigger language plpgsql as $$
begin
  if (new.treatment_detail, new.treatment_date) is distinct from (old.treatment_detail, old.treatment_date) then
    perform save_care_pair(new.id, 'treatment', new.treatment_detail, new.treatment_date, null);
  end if;
  if (new.vaccination_detail, new.vaccination_date, new.vaccination_valid_until)
    is distinct from (old.vaccination_detail, old.vaccination_date, old.vaccination_valid_until) then
    perform save_care_pair(
      new.id, 'vaccination', new.vaccination_detail, new.vaccination_date, new.vaccination_valid_until
    );
  end if;
  if (new.sterilization_detail, new.sterilization_date)
    is distinct from (old.sterilization_detail, old.sterilization_date) then
    perform save_care_pair(new.id, 'sterilization', new.sterilization_detail, new.sterilization_date, null);
  end if;
  if (new.deworming_detail, new.deworming_date) is distinct from (old.deworming_detail, old.deworming_date) then
    perform save_care_pair(new.id, 'deworming', new.deworming_detail, new.deworming_date, null);
  end if;
  return null;
end
$$;
drop function save_care_pair(bigint, text, text, date);

create or replace function copy_newest_care() returns trigger language plpgsql as $$
declare
  of_pet bigint := coalesce(new.pet_number, old.pet_number);
begin
  update pets set
    treatment_detail = copy.treatment_detail, treatment_date = copy.treatment_date,
    vaccination_detail = copy.vaccination_detail, vaccination_date = copy.vaccination_date,
    vaccination_valid_until = copy.vaccination_valid_until,
    sterilization_detail = copy.sterilization_detail, sterilization_date = copy.sterilization_date,
    deworming_detail = copy.deworming_detail, deworming_date = copy.deworming_date
  from (
    select
      max(detail) filter (where pair = 'treatment') as treatment_detail,
      max(day) filter (where pair = 'treatment') as treatment_date,
      max(detail) filter (where pair = 'vaccination') as vaccination_detail,
      max(day) filter (where pair = 'vaccination') as vaccination_date,
      max(valid_until) filter (where pair = 'vaccination') as vaccination_valid_until,
      max(detail) filter (where pair = 'sterilization') as sterilization_detail,
      max(day) filter (where pair = 'sterilization') as sterilization_date,
      max(detail) filter (where pair = 'deworming') as deworming_detail,
      max(day) filter (where pair = 'deworming') as deworming_date
    from (
      select distinct on (pair) pair, day, valid_until,
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
      pets.vaccination_valid_until, pets.sterilization_detail, pets.sterilization_date, pets.deworming_detail,
      pets.deworming_date)
    is distinct from (copy.treatment_detail, copy.treatment_date, copy.vaccination_detail, copy.vaccination_date,
      copy.vaccination_valid_until, copy.sterilization_detail, copy.sterilization_date, copy.deworming_detail,
      copy.deworming_date);
  return null;
end
$$;

create or replace function copy_rabies_validity() returns trigger language plpgsql as $$
declare
  of_pet bigint := coalesce(new.pet_number, old.pet_number);
  newest care_records;
begin
  select * into newest from care_records
  where pet_number = of_pet and is_rabies_care(kind, pair, product)
  order by sort_day desc, id desc limit 1;
  update pets set rabies_valid_until = newest.valid_until, rabies_day = newest.day
  where id = of_pet and (rabies_valid_until, rabies_day) is distinct from (newest.valid_until, newest.day);
  return null;
end
$$;

-- Last, because a new column keeps readers out.
alter table pets add column rabies_day date, add column vaccination_valid_until date;
create or replace trigger count_version before update on pets
for each row when (
  (old.rabies_valid_until, old.rabies_day) is not distinct from (new.rabies_valid_until, new.rabies_day)
) execute function count_version();

-- Copies the new days of the pets that were there before, a thousand at a time: whoever saves one of them waits for these only.
create procedure copy_vaccination_days() language plpgsql as $$
declare
  before_id bigint := 0;
  last_id bigint;
begin
  loop
    select max(id) into last_id from (select id from pets where id > before_id order by id limit 1000) batch;
    exit when last_id is null;
    -- The next statement sees the records of whoever saved one of these pets before.
    perform from pets where id > before_id and id <= last_id order by id for no key update;
    update pets set rabies_day = rabies.day, rabies_valid_until = rabies.valid_until,
      vaccination_valid_until = vaccination.valid_until
    from pets as before
    left join lateral (
      select day, valid_until from care_records
      where pet_number = before.id and is_rabies_care(kind, pair, product)
      order by sort_day desc, id desc limit 1
    ) rabies on true
    left join lateral (
      select valid_until from care_records
      where pet_number = before.id and pair = 'vaccination'
      order by sort_day desc, id desc limit 1
    ) vaccination on true
    where before.id = pets.id and pets.id > before_id and pets.id <= last_id
      and (pets.rabies_day, pets.rabies_valid_until, pets.vaccination_valid_until)
        is distinct from (rabies.day, rabies.valid_until, vaccination.valid_until);
    commit;
    before_id := last_id;
  end loop;
end
$$;
