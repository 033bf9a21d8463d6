-- What npm run forget-sandbox took out of the books: orders, payments, refunds and journal rows of test accounts, as they were.
create table forgotten_money (
  id bigint generated always as identity primary key,
  forgotten_at timestamptz not null default now(),
  kind text not null check (kind in ('order', 'payment', 'refund', 'journal')),
  record jsonb not null
);
