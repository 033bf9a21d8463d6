-- Photos of pets. Their files, one for each size, stand beside the attachments.
create table photos (
  id bigint generated always as identity primary key,
  pet_id bigint not null references pets on delete cascade,
  position integer not null,
  -- What the names of its files begin with.
  name text not null unique check (name ~ '^[0-9a-f]{32}$'),
  -- Of the large size, in pixels.
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  created_at timestamptz not null default now(),
  unique (pet_id, position) deferrable initially deferred
);

-- The files of a deleted photo are removed by a job that is committed with the deletion, whatever caused that: the photo, its pet or the
-- account was deleted, or the person erased.
create function remove_photo_files() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('remove-photo-files', json_build_object('name', old.name));
  return null;
end
$$;

create trigger remove_photo_files after delete on photos for each row execute function remove_photo_files();
