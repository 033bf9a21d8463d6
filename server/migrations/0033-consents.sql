-- Which notice about personal data stood beside a form when it was sent. A row names nobody, and goes with the record that it is about.
create table consents (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('signup', 'complaint', 'membership', 'found')),
  -- The id of the account, complaint, membership or thread.
  subject_id bigint not null,
  notice_version text not null,
  language text not null check (language in ('en', 'hi', 'mr')),
  at timestamptz not null default now()
);
create index consents_subject on consents (purpose, subject_id);

-- Whatever deletes the record: its owner, an admin, an erasure, the retention.
create function delete_consents() returns trigger language plpgsql as $$
begin
  delete from consents where purpose = tg_argv[0] and subject_id = old.id;
  return null;
end $$;
create trigger delete_consents after delete on users for each row execute function delete_consents('signup');
create trigger delete_consents after delete on complaints for each row execute function delete_consents('complaint');
create trigger delete_consents after delete on memberships for each row execute function delete_consents('membership');
create trigger delete_consents after delete on found_reports for each row execute function delete_consents('found');
