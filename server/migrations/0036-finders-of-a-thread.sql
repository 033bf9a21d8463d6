-- Whoever reports a pet from the network of an open thread is added to it, and gets a link of their own: on a mobile network it may be
-- somebody else. The first finder of a thread has none of these rows.
create table found_finders (
  id bigint generated always as identity primary key,
  report_id bigint not null references found_reports on delete cascade,
  token_seed bytea not null,
  token_hash bytea not null unique,
  created_at timestamptz not null default now()
);
create index found_finders_report_id on found_finders (report_id);

-- Null for the first finder, and for the owner.
alter table found_messages add column finder_id bigint references found_finders on delete cascade;
create index found_messages_finder_id on found_messages (finder_id) where finder_id is not null;

-- The photo of a message. Its files, one for each size, stand beside the attachments.
create table found_photos (
  message_id bigint primary key references found_messages on delete cascade,
  -- What the names of its files begin with.
  name text not null unique check (name ~ '^[0-9a-f]{32}$'),
  -- Of the file as it was sent, so that the same one again adds nothing.
  sha256 text not null,
  -- Of the large size, in pixels.
  width integer not null check (width > 0),
  height integer not null check (height > 0)
);

create trigger remove_photo_files after delete on found_photos for each row execute function remove_photo_files();
