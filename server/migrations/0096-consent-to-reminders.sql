-- Reminders are a choice of the account, made at its registration and changed on its page. Whoever had an account before keeps getting
-- them, except those who have stopped all of them with the link of a mail.
alter table users add column wants_reminders boolean not null default true;
update users set wants_reminders = false
where email_confirmed_at is not null
  and (select count(*) from mail_wishes where address_key = users.email_key) >= 2;

-- Consent to reminders is given and withdrawn: each decision is a row.
alter table consents add column is_given boolean not null default true;
alter table consents drop constraint consents_purpose_check;
alter table consents add constraint consents_purpose_check
  check (purpose in ('signup', 'complaint', 'membership', 'donation', 'found', 'reminders'));
create trigger delete_consents_to_reminders after delete on users for each row execute function delete_consents('reminders');
