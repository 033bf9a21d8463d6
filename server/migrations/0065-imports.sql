-- Imports of pets, tags and members from CSV files.
create table imports (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('pets', 'tags', 'members')),
  state text not null default 'uploaded'
    check (state in ('uploaded', 'checking', 'checked', 'importing', 'done', 'failed', 'undone')),
  -- Who sent it, checked it or started it, the last of these. As they were then: the row outlives the account.
  admin_id bigint not null,
  admin_username text not null,
  request_id text not null,
  -- The file and what of it is shown. All three are emptied as soon as the import is done or too old.
  content bytea,
  headings text[] not null,
  sample jsonb not null,
  -- The position of the column for each field.
  columns jsonb not null,
  -- SHA-256 of the kind, the columns and the file.
  fingerprint text not null,
  row_count integer not null,
  -- Of the check, or of the import while it runs.
  done_rows integer not null default 0,
  new_rows integer not null default 0,
  known_rows integer not null default 0,
  wrong_rows integer not null default 0,
  -- What is wrong with the first of the wrong rows; never what stands in them.
  problems jsonb not null default '[]',
  -- Why it failed, as a code.
  failure text,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index imports_fingerprint on imports (fingerprint);

-- What an import made, so that it can be undone.
create table import_records (
  import_id bigint not null references imports on delete cascade,
  -- 'bound-tag' is a tag that was blank before the import.
  kind text not null check (kind in ('pet', 'tag', 'bound-tag', 'membership')),
  -- Of a pet or a membership.
  record_id bigint,
  tag text,
  check ((record_id is null) <> (tag is null))
);
create index import_records_import on import_records (import_id, kind);
create index import_records_memberships on import_records (record_id) where kind = 'membership';
