-- A reminder is known by its care record, its step and whom it was sent to.
alter table care_reminders
  drop constraint care_reminders_pkey,
  add constraint care_reminders_pkey primary key using index care_reminders_by_person;
