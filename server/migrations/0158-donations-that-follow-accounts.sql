-- The address that was typed was that of the account, which has another one since: the donation stays with the account, whoever has the address.
alter table donations add column follows_account boolean not null default false;
