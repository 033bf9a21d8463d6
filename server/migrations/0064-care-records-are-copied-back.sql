drop procedure copy_care_pairs;

-- Not before: the records above say what the pets say. The pet form's own save has written the pairs already.
create or replace trigger copy_newest_care after insert or update or delete on care_records
for each row when (pg_trigger_depth() = 0) execute function copy_newest_care();
create or replace trigger copy_rabies_validity after insert or update or delete on care_records
for each row execute function copy_rabies_validity();
