-- The program stores no other values: its types say so, and with these checks the database does.
alter table consents
  add constraint consents_reminder_kind_check check (reminder_kind in ('care-due', 'membership-ends')) not valid;
alter table notices add constraint notices_purpose_check check (purpose in
  ('signup', 'adult', 'complaint', 'complaint-spoken', 'membership', 'donation', 'found', 'reminders', 'pet', 'lost')) not valid;
alter table camp_works add constraint camp_works_sex_check check (sex in ('male', 'female')) not valid;
