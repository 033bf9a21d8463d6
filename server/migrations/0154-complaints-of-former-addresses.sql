-- Migration 0152 has called it. A start that was killed in between calls it again, so it goes only here.
drop procedure if exists mend_kinds_of_care();

-- A complaint belongs to the account that has confirmed its address. When the account gets another address, this says whose complaint it
-- is that was filed meanwhile: the account goes on seeing it, and takes it along when it is erased.
alter table complaints add column account_id bigint references users on delete set null;
