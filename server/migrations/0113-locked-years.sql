-- Financial years whose books are closed, with the sums that they were closed with. Nobody opens a year again.
create table locked_years (
  -- The year in which it begins, on 1 April.
  year smallint primary key check (year between 2000 and 2200),
  locked_at timestamptz not null default now(),
  locked_by bigint references users on delete set null,
  locked_by_name text not null,
  reason text not null,
  -- Later rows of the journal are booked in an open year.
  last_journal_id bigint not null,
  received_paise bigint not null,
  returned_paise bigint not null
);
create index locked_years_locked_by on locked_years (locked_by) where locked_by is not null;
create trigger locked_years_stay before delete or truncate on locked_years
  for each statement execute function refuse_change();
create trigger locked_years_stay_as_they_are
  before update of year, locked_at, locked_by_name, reason, last_journal_id, received_paise, returned_paise on locked_years
  for each statement execute function refuse_change();
