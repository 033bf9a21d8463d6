-- The address that was typed was that of the account, which has another one since: mails about the membership go to the account.
alter table memberships add column follows_account boolean not null default false;
