-- A pet that was imported for the foundation stays when the account of its admin goes, also long after what is known of the import: the
-- row of a pet outlives its import.
alter table import_records
  alter column import_id drop not null,
  drop constraint import_records_import_id_fkey,
  add constraint import_records_import_id_fkey foreign key (import_id) references imports on delete set null not valid;
alter table import_records validate constraint import_records_import_id_fkey;
