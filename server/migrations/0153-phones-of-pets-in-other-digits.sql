-- Outside a transaction.
-- The search of pets also finds a phone number in the digits of Hindi and Marathi: the same expression as in pets/list-pets.ts.
create index concurrently if not exists pets_searched_digits_trgm on pets
  using gin (lower(pet_name || chr(10) || pet_id || chr(10) || coalesce(owner_name, '') || chr(10)
    || translate(contact_details, '०१२३४५६७८९ +-().', '0123456789')) gin_trgm_ops)
  with (gin_pending_list_limit = 64);

-- Replaced by the one above.
drop index concurrently if exists pets_searched_trgm;
