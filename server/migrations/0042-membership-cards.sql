-- The address of a member's card is made from the account's id, this number and SECRET_KEY, so that it can be printed again and is not
-- stored. A higher number makes a new address and ends the one before.
alter table users add column member_card_version integer not null default 1;
