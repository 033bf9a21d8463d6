-- Outside a transaction.
-- Built while rows are read and written. A transaction that builds an index keeps writers waiting, one that removes an index everybody.

-- What was filed and bought with an e-mail address, for the account that has confirmed it.
create index concurrently if not exists complaints_email on complaints (lower(normalize(email, nfkc)), id desc);
create index concurrently if not exists memberships_email on memberships (lower(normalize(email, nfkc)), id desc) where user_id is null;

-- The filters and orders of the list.
create index concurrently if not exists complaints_type on complaints (type_of_complaint, id desc);
create index concurrently if not exists complaints_payment_status on complaints (payment_status, id desc);
create index concurrently if not exists complaints_assignee on complaints (assignee_id, id desc);
create index concurrently if not exists complaints_due on complaints ((coalesce(due_on, 'infinity'::date)), id);
create index concurrently if not exists complaints_open_due on complaints (due_on, id desc) where status in ('pending', 'in_progress');
create index concurrently if not exists complaints_created_at on complaints (created_at);
create index concurrently if not exists complaints_duplicate_of on complaints (duplicate_of) where duplicate_of is not null;
-- The search: the same expression as in cases/case-search.ts. A name that is withheld cannot be found.
create index concurrently if not exists complaints_text_trgm on complaints using gin (
  (lower(case when withhold_name then '' else fullname || chr(10) || email || chr(10) || phone || chr(10)
      || regexp_replace(phone, '\D', '', 'g') || chr(10) end
    || location_of_incident || chr(10) || description)) gin_trgm_ops) with (gin_pending_list_limit = 64);

-- The search of users also finds a phone number, without its spaces and signs.
create index concurrently if not exists users_searched_trgm on users
  using gin ((username_key || chr(10) || email_key || chr(10) || coalesce(translate(phone, ' +-().', ''), '')) gin_trgm_ops)
  with (gin_pending_list_limit = 64);
-- An account has no name; a member has one.
create index concurrently if not exists memberships_name_trgm on memberships using gin (lower(name) gin_trgm_ops) with (gin_pending_list_limit = 64);

-- The search of pets also finds the tag, the owner's name and the contact details, without spaces and signs.
create index concurrently if not exists pets_searched_trgm on pets
  using gin (lower(pet_name || chr(10) || pet_id || chr(10) || coalesce(owner_name, '') || chr(10)
    || translate(contact_details, ' +-().', '')) gin_trgm_ops)
  with (gin_pending_list_limit = 64);
create index concurrently if not exists pets_by_name on pets (lower(pet_name), id);

-- Replaced by the ones above.
drop index concurrently if exists users_names_trgm;
drop index concurrently if exists pets_pet_name_trgm;
