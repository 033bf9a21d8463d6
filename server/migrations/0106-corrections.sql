-- A correction of somebody's data: the value before and after, why, and by whom. Of a PAN the last characters are readable; the one before
-- is encrypted, bound to its row.
create table corrections (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('complaint', 'membership', 'donation')),
  subject_id bigint not null,
  field text not null check (field in ('name', 'email', 'phone', 'address', 'pan')),
  value_before text not null,
  value_after text not null,
  pan_before_enc bytea,
  reason text not null,
  corrected_by bigint references users (id) on delete set null,
  corrected_by_name text not null,
  at timestamptz not null default now(),
  check (pan_before_enc is null or field = 'pan')
);
create index corrections_subject on corrections (purpose, subject_id, id);
create index corrections_corrected_by on corrections (corrected_by);
create index corrections_at on corrections (at);

create function delete_corrections() returns trigger language plpgsql as $$
begin
  delete from corrections where purpose = tg_argv[0] and subject_id = old.id;
  return null;
end $$;
create trigger delete_corrections after delete on complaints for each row execute function delete_corrections('complaint');
create trigger delete_corrections after delete on memberships for each row execute function delete_corrections('membership');
create trigger delete_corrections after delete on donations for each row execute function delete_corrections('donation');

-- A receipt of somebody whose name was corrected is a corrected copy; the first one keeps the name with which it was issued.
alter table receipts
  add column first_paid_by text,
  add column corrected_at timestamptz;
alter table receipts add constraint receipts_corrected check ((first_paid_by is null) = (corrected_at is null)) not valid;
