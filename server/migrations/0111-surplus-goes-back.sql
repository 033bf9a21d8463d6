-- Money that paid for nothing goes back by itself at `return_at`. An admin who has settled it otherwise has kept it or returned it in
-- another way. The provider says of each payment whether it is international; null is money of the desk, or from before this was stored.
alter table payments
  add column international boolean,
  add column return_at timestamptz,
  add column settled_as text check (settled_as in ('kept', 'returned'));
