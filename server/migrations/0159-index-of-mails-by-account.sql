-- Outside a transaction.
create index concurrently if not exists mails_user_id on mails (user_id) where user_id is not null;
