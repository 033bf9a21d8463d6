-- A search looks through usernames and e-mails at once, and so it does with one index: a sign-up writes into one instead of two.
drop index users_username_key_trgm;
drop index users_email_key_trgm;
-- What was written last stands in front of such an index unsorted, by default up to 4 MB, and every search reads all of it.
create index users_names_trgm on users using gin ((username_key || chr(10) || email_key) gin_trgm_ops) with (gin_pending_list_limit = 64);
alter index pets_pet_name_trgm set (gin_pending_list_limit = 64);
