-- What an owner has been told of a care record: one mail a day says all that is due. `days` is the step, from the day until which the
-- care is valid; `told_on` is an Indian day.
create table care_reminders (
  care_id bigint not null references care_records on delete cascade,
  valid_until date not null,
  days integer not null,
  user_id bigint not null references users on delete cascade,
  told_on date not null,
  primary key (care_id, valid_until, days)
);
create index care_reminders_user_id on care_reminders (user_id, told_on);
