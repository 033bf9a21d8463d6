-- The texts that say beside a form what is kept and why, as people read them. Each node adds those of its own version when it starts
-- (`people/consents/store-notices.ts`); a text that was shown is never changed.
create table notices (
  purpose text not null,
  version text not null,
  language text not null check (language in ('en', 'hi', 'mr')),
  text text not null,
  first_seen_at timestamptz not null default now(),
  primary key (version, purpose, language)
);

alter table consents
  -- The admin who read the notice out, by the name of the account then. Null where the person read it.
  add column read_by text,
  -- When what was agreed to was withdrawn.
  add column withdrawn_at timestamptz;
alter table consents drop constraint consents_purpose_check;
alter table consents add constraint consents_purpose_check check (purpose in
  ('signup', 'adult', 'complaint', 'complaint-spoken', 'membership', 'donation', 'found', 'reminders', 'pet', 'lost')) not valid;

create trigger delete_consents_of_age after delete on users for each row execute function delete_consents('adult');
create trigger delete_consents_spoken after delete on complaints for each row execute function delete_consents('complaint-spoken');
create trigger delete_consents after delete on pets for each row execute function delete_consents('pet');
create trigger delete_consents_of_lost after delete on pets for each row execute function delete_consents('lost');

-- Consents to reminders that were withdrawn before the column was there: the next decision of the same account took each back.
update consents given set withdrawn_at = withdrawn.at
from (select subject_id, at from consents where purpose = 'reminders' and not is_given) withdrawn
where given.purpose = 'reminders' and given.is_given and given.subject_id = withdrawn.subject_id and given.at < withdrawn.at
  and not exists (select from consents between_them where between_them.purpose = 'reminders'
    and between_them.subject_id = given.subject_id and between_them.at > given.at and between_them.at < withdrawn.at);
