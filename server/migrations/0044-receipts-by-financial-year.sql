-- Receipts are numbered anew in each financial year (its first year). Those from before have no year, and keep the number that they were issued with.
alter table receipts add column year integer;
alter table receipts drop constraint receipts_number_key;
alter table receipts add constraint receipts_year_number_key unique nulls not distinct (year, number);
alter table receipts alter column number drop default;
drop sequence receipt_numbers;
