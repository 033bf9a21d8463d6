-- Outside a transaction.
-- The search of the admin area: the same expressions as in search/searched-text.ts. Phone numbers are compared by their digits.
create index concurrently if not exists memberships_searched_trgm on memberships using gin (
  lower(name || chr(10) || email || chr(10) || username || chr(10) || regexp_replace(phone, '\D', '', 'g')) gin_trgm_ops)
  with (gin_pending_list_limit = 64);
create index concurrently if not exists donations_phone on donations (right(regexp_replace(phone, '\D', '', 'g'), 10) text_pattern_ops);

-- The index of three letters knows the letters a to z only, at least where the database's locale is C. Other names are found by how
-- their words begin.
create index concurrently if not exists pets_other_names on pets using gin (to_tsvector('simple', pet_name || ' ' || coalesce(owner_name, '')))
  with (gin_pending_list_limit = 64)
  where octet_length(pet_name || ' ' || coalesce(owner_name, '')) > char_length(pet_name || ' ' || coalesce(owner_name, ''));
create index concurrently if not exists users_other_names on users using gin (to_tsvector('simple', username_key))
  with (gin_pending_list_limit = 64) where octet_length(username_key) > char_length(username_key);
create index concurrently if not exists complaints_other_names on complaints using gin (to_tsvector('simple', fullname))
  with (gin_pending_list_limit = 64) where octet_length(fullname) > char_length(fullname) and not withhold_name;
create index concurrently if not exists memberships_other_names on memberships using gin (to_tsvector('simple', name || ' ' || username))
  with (gin_pending_list_limit = 64) where octet_length(name || ' ' || username) > char_length(name || ' ' || username);
create index concurrently if not exists donations_other_names on donations using gin (to_tsvector('simple', name))
  with (gin_pending_list_limit = 64) where octet_length(name) > char_length(name);
