-- The search of users also finds the digits of a phone number.
drop index users_names_trgm;
create index users_searched_trgm on users
  using gin ((username_key || chr(10) || email_key || chr(10) || coalesce(regexp_replace(phone, '\D', '', 'g'), '')) gin_trgm_ops)
  with (gin_pending_list_limit = 64);
-- An account has no name; a member has one.
create index memberships_name_trgm on memberships using gin (lower(name) gin_trgm_ops) with (gin_pending_list_limit = 64);

-- The search of pets also finds the tag, the owner's name and the digits of the contact details.
drop index pets_pet_name_trgm;
create index pets_searched_trgm on pets
  using gin (lower(pet_name || chr(10) || pet_id || chr(10) || coalesce(owner_name, '') || chr(10)
    || regexp_replace(contact_details, '\D', '', 'g')) gin_trgm_ops)
  with (gin_pending_list_limit = 64);
create index pets_by_name on pets (lower(pet_name), id);
