-- A pet that was imported for the foundation stays when the account of its admin goes, also long after what is known of the import: the
-- row of a pet outlives its import.
alter table import_records
  alter column import_id drop not null,
  drop constraint import_records_import_id_fkey,
  add constraint import_records_import_id_fkey foreign key (import_id) references imports on delete set null not valid;
alter table import_records validate constraint import_records_import_id_fkey;

-- The body that a sterilisation has entered on the animal, which had none: undone, the work takes this one back and no other.
alter table camp_works add column sterilised_by text;
update camp_works set sterilised_by = vet
from camp_kinds
where camp_works.kind = 'sterilisation' and camp_kinds.camp_id = camp_works.camp_id and camp_kinds.kind = 'sterilisation';

-- Works that were done already when they came: if the helper of the first one takes it back, it becomes that of the next one.
create table camp_repeats (
  key text primary key check (key ~ '^[A-Za-z0-9_-]{8,100}$'),
  work_key text not null references camp_works on update cascade on delete cascade,
  at timestamptz not null,
  by_user bigint references users on delete set null
);
create index camp_repeats_work_key on camp_repeats (work_key);
create index camp_repeats_by_user on camp_repeats (by_user) where by_user is not null;
