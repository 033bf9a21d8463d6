-- A vaccination in the pet form that is corrected to name another vaccine is of that one's kind: a finder must not read that rabies is valid
-- from the days of another vaccine. Emptied, it says nothing of rabies either, whatever its records say.

-- True for text that names other vaccines, and not rabies.
create function names_other_vaccine(detail text) returns boolean language sql immutable as $$
  select coalesce(detail ~* 'dhpp|distemper|parvo|lepto' and detail !~* 'rabies|रेबीज|रेबिज', false)
$$;

-- The kind of a vaccination of the form once its text is another. Text that names no vaccine leaves a kind that was chosen as it is.
create function corrected_kind_of(kind text, shown text, detail text) returns text language sql immutable as $$
  select case
    when detail is not distinct from shown then kind
    when care_kind_of('vaccination', detail) <> 'other' then care_kind_of('vaccination', detail)
    when kind = 'rabies' and names_other_vaccine(detail) then 'other'
    when kind = 'rabies' and shown ~* 'rabies|रेबीज|रेबिज' and coalesce(detail, '') !~* 'rabies|रेबीज|रेबिज' then 'other'
    else kind
  end
$$;

-- As before, with the kind of a vaccination. Another vaccine beside a rabies vaccination without a day is no correction of it if it ends later.
create or replace function save_care_pair(of_pet bigint, of_pair text, its_detail text, its_day date, its_end date) returns void
language plpgsql as $$
declare
  newest care_records;
  records_max constant integer := 200;
begin
  select * into newest from care_records
  where pet_number = of_pet and pair = of_pair
  order by sort_day desc, id desc limit 1;

  if its_detail is null and its_day is null and its_end is null then
    update care_records set pair = null, is_cleared = true
    where pet_number = of_pet and (pair = of_pair or (of_pair = 'vaccination' and kind = 'rabies'));
    return;
  end if;

  if newest.id is null or (its_day > newest.sort_day and newest.day is not null) or (
    newest.kind = 'rabies' and newest.day is null and names_other_vaccine(its_detail)
    and coalesce(its_end > newest.valid_until, newest.valid_until is null and its_day is not null)
  ) then
    -- The list stays bounded: the oldest record that no other pair shows gives way.
    delete from care_records where coalesce(pair, of_pair) = of_pair and id in (
      select id from care_records
      where pet_number = of_pet
      order by coalesce(pair, of_pair) <> of_pair desc, sort_day desc, id desc offset records_max - 1
    );
    insert into care_records (pet_number, kind, product, day, valid_until, pair)
    values (of_pet, care_kind_of(of_pair, its_detail), its_detail, its_day, its_end, of_pair)
    returning * into newest;
  else
    update care_records set product = its_detail, day = its_day,
      kind = case when of_pair = 'vaccination' then corrected_kind_of(
        kind, coalesce(product, case kind
          when 'rabies' then 'Rabies' when 'dhppi' then 'DHPPi' when 'leptospirosis' then 'Leptospirosis'
        end), its_detail
      ) else kind end,
      valid_until = case when of_pair = 'vaccination' then its_end else valid_until end
    where id = newest.id returning * into newest;
  end if;
  update care_records set pair = null
  where pet_number = of_pet and pair = of_pair and (sort_day, id) > (newest.sort_day, newest.id);
end
$$;

create or replace function copy_rabies_validity() returns trigger language plpgsql as $$
declare
  of_pet bigint := coalesce(new.pet_number, old.pet_number);
  newest care_records;
begin
  select * into newest from care_records
  where pet_number = of_pet and is_rabies_care(kind, pair, product) and (pair is not null or not is_cleared)
  order by sort_day desc, id desc limit 1;
  update pets set rabies_valid_until = newest.valid_until, rabies_day = newest.day
  where id = of_pet and (rabies_valid_until, rabies_day) is distinct from (newest.valid_until, newest.day);
  return null;
end
$$;

-- Mends what was saved before, a thousand pets at a time: whoever saves one of those that are concerned waits for these only. A record that
-- nobody has changed since it was added is of the kind that somebody chose.
create procedure mend_kinds_of_care() language plpgsql as $$
declare
  before_id bigint := 0;
  last_id bigint;
begin
  loop
    select max(id) into last_id from (select id from pets where id > before_id order by id limit 1000) batch;
    exit when last_id is null;
    perform from pets
    where id > before_id and id <= last_id and exists (
      select from care_records where pet_number = pets.id and kind = 'rabies' and (pair is null or version > 1)
    )
    order by id for no key update;
    update care_records set kind = care_kind_of('vaccination', product)
    where pet_number > before_id and pet_number <= last_id and kind = 'rabies' and version > 1
      and care_kind_of('vaccination', product) in ('dhppi', 'leptospirosis');
    update care_records set is_cleared = true
    where pet_number > before_id and pet_number <= last_id and kind = 'rabies' and pair is null
      and not exists (
        select from care_records shown
        where shown.pet_number = care_records.pet_number and shown.pair = 'vaccination'
      );
    commit;
    before_id := last_id;
  end loop;
end
$$;

-- Last, because a new column keeps readers out. True once the owner has emptied the pair of the pet form that showed the record.
alter table care_records add column is_cleared boolean not null default false;
