-- Copies the pairs of the pets that were there before the records, a thousand pets at a time: whoever saves one of them waits for these only.
create procedure copy_care_pairs() language plpgsql as $$
declare
  before_id bigint := 0;
  last_id bigint;
begin
  loop
    select max(id) into last_id from (select id from pets where id > before_id order by id limit 1000) batch;
    exit when last_id is null;
    -- The next statement sees the records of whoever saved one of these pets before.
    perform from pets where id > before_id and id <= last_id order by id for no key update;
    insert into care_records (pet_number, kind, product, day, pair)
    select pets.id, care_kind_of(pairs.pair, detail), detail, pairs.day, pairs.pair
    from pets
    cross join lateral (values
      ('treatment', treatment_detail, treatment_date),
      ('vaccination', vaccination_detail, vaccination_date),
      ('sterilization', sterilization_detail, sterilization_date),
      ('deworming', deworming_detail, deworming_date)
    ) pairs (pair, detail, day)
    where pets.id > before_id and pets.id <= last_id and (detail is not null or pairs.day is not null)
      and not exists (select from care_records made where made.pet_number = pets.id and made.pair = pairs.pair);
    commit;
    before_id := last_id;
  end loop;
end
$$;
