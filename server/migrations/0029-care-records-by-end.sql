-- For the reminders, which look for what ends in the next days.
create index care_records_valid_until on care_records (valid_until) where valid_until is not null;
