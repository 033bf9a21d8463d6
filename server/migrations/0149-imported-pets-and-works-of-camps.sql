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
