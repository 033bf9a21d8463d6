-- When work that recurs by the hour was last done, so that a computer that is never on for a whole interval does it at its start.
create table clock_runs (
  name text primary key,
  ran_at timestamptz not null default now()
);
