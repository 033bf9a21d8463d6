-- Outside a transaction.
-- An animal of the street has several carers, and each is told of its care.
create unique index concurrently if not exists care_reminders_by_person on care_reminders (care_id, valid_until, days, user_id);
alter table care_reminders
  drop constraint if exists care_reminders_pkey,
  add constraint care_reminders_pkey primary key using index care_reminders_by_person;
