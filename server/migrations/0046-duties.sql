-- The parts of the work that an admin does; null for all of them, as every admin had before.
alter table users add column duties text[];
alter table users add constraint users_duties_check check (
  duties is null
  or role = 'admin' and duties <@ array['pets', 'cases', 'members', 'money', 'settings'] and cardinality(duties) between 1 and 4
);
