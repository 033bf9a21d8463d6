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

-- The yearly donation file as the foundation filed it. A correction is another one of the same year.
create table filed_statements (
  id uuid primary key,
  -- The financial year, by the year in which it begins.
  year smallint not null check (year between 2000 and 2200),
  filed_at timestamptz not null default now(),
  filed_by bigint references users on delete set null,
  filed_by_name text not null,
  -- The number with which the portal answered.
  acknowledgement text,
  amount_paise bigint not null,
  -- The file itself, encrypted: it has the PANs.
  content_enc bytea not null
);
create index filed_statements_year on filed_statements (year, filed_at);
create index filed_statements_filed_by on filed_statements (filed_by) where filed_by is not null;

-- The donations in it, each with a keyed hash of what was filed of it, to tell what has changed since.
create table filed_donations (
  statement_id uuid not null references filed_statements on delete cascade,
  donation_id bigint not null references donations,
  details_key text not null,
  primary key (statement_id, donation_id)
);
create index filed_donations_donation_id on filed_donations (donation_id);
