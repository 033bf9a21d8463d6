-- A complaint belongs to the account that has confirmed its address. When the account gets another address, this says whose complaint it
-- is that was filed meanwhile: the account goes on seeing it, and takes it along when it is erased.
alter table complaints add column account_id bigint references users on delete set null;
