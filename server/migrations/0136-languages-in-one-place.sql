-- All languages stand in one function, so that a further one replaces it and not the checks of thirteen tables. The new checks need not be
-- validated: until now each table had the same one.
create function is_language(code text) returns boolean language sql immutable return code in ('en', 'hi', 'mr');
alter table answers drop constraint answers_language_check, add constraint answers_language_check check (is_language(language)) not valid;
alter table breach_letters drop constraint breach_letters_language_check, add constraint breach_letters_language_check check (is_language(language)) not valid;
alter table breach_people drop constraint breach_people_language_check, add constraint breach_people_language_check check (is_language(language)) not valid;
alter table complaints drop constraint complaints_language_check, add constraint complaints_language_check check (is_language(language)) not valid;
alter table consents drop constraint consents_language_check, add constraint consents_language_check check (is_language(language)) not valid;
alter table donations drop constraint donations_language_check, add constraint donations_language_check check (is_language(language)) not valid;
alter table grievances drop constraint grievances_language_check, add constraint grievances_language_check check (is_language(language)) not valid;
alter table mails drop constraint mails_language_check, add constraint mails_language_check check (is_language(language)) not valid;
alter table memberships drop constraint memberships_language_check, add constraint memberships_language_check check (is_language(language)) not valid;
alter table notices drop constraint notices_language_check, add constraint notices_language_check check (is_language(language)) not valid;
alter table privacy_requests drop constraint privacy_requests_language_check, add constraint privacy_requests_language_check check (is_language(language)) not valid;
alter table push_devices drop constraint push_devices_language_check, add constraint push_devices_language_check check (is_language(language)) not valid;
alter table users drop constraint users_language_check, add constraint users_language_check check (is_language(language)) not valid;
