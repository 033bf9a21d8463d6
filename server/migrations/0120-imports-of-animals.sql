-- Animals of the street are imported from CSV files, too.
alter table imports
  drop constraint imports_kind_check,
  add constraint imports_kind_check check (kind in ('pets', 'animals', 'tags', 'members')) not valid;
