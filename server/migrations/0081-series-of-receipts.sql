-- Receipts of payments with test keys are numbered apart, so that taking them out leaves no gap among those of real money. Those that were
-- issued before keep their numbers.
alter table receipts add column is_test boolean not null default false;
alter table refund_receipts add column is_test boolean not null default false;

-- Numbers that were given out although no row shows them: receipts that a restored back-up does not have, or that were taken out.
create table receipt_floors (
  is_refund boolean not null,
  year integer not null,
  -- The last number that is spent.
  number bigint not null,
  primary key (is_refund, year)
);

create function next_receipt_number(for_refund boolean, for_test boolean, of_year integer) returns bigint language sql as $$
  select greatest(
    (select max(number) from receipts where not for_refund and year = of_year and is_test = for_test),
    (select max(number) from refund_receipts where for_refund and year = of_year and is_test = for_test),
    (select number from receipt_floors where not for_test and is_refund = for_refund and year = of_year),
    0) + 1
$$;
