-- The files of a complaint, in their order; `complaints.file_path` names the first. A file without a row comes from a version before this
-- table, which may still run on another node.
create table complaint_files (
  id bigint generated always as identity primary key,
  complaint_id bigint not null references complaints (id) on delete cascade,
  position integer not null check (position >= 0),
  -- Of the file that is shown.
  name text not null unique check (name ~ '^[0-9a-f]{32}\.(pdf|jpg|png)$'),
  -- Of the sealed file as it came; null where that is the one that is shown.
  original_name text unique check (original_name ~ '^[0-9a-f]{32}(-original)?\.(jpg|png)$'),
  -- Of the file as it came.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes integer not null check (bytes > 0),
  type text not null check (type in ('application/pdf', 'image/jpeg', 'image/png')),
  by_role text not null check (by_role in ('complainant', 'admin')),
  created_at timestamptz not null default now(),
  unique (complaint_id, position)
);
