-- The tag of the animal of the street whose page led to the complaint.
alter table complaints add column about_tag text;
