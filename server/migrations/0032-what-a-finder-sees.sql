-- What a finder sees of a pet, as its owner chooses. Everything of the pets that exist is shown, as before; so is a pet that is registered
-- by a node that still runs the program before this one.
alter table pets
  add column shows_owner_name boolean not null default true,
  add column shows_contact boolean not null default true,
  add column shows_area boolean not null default true,
  add column shows_address boolean not null default true,
  add column shows_medical boolean not null default true,
  add column shows_vet boolean not null default true,
  -- Its owner has not been asked. Cleared by the first choice; pets registered by the program of today begin without it.
  add column is_shown_due boolean not null default true;
