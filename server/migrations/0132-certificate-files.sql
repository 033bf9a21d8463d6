-- The certificate of a sterilisation as a file. Carers and admins see it; it goes when somebody adopts the animal, because it may name carers.
create table certificate_files (
  pet_id bigint primary key references community_animals on delete cascade,
  -- Of the stored file. Of a photo only the copy without its place and time is kept.
  name text not null unique check (name ~ '^[a-z0-9]{32}\.(pdf|jpg|png)$'),
  added_by bigint references users on delete set null,
  added_at timestamptz not null default now()
);
create index certificate_files_added_by on certificate_files (added_by) where added_by is not null;

-- The file is removed by a job that is committed with the deletion, whatever caused that.
create function remove_certificate_file() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('remove-certificate-file', json_build_object('name', old.name));
  return null;
end
$$;

create trigger remove_certificate_file after delete on certificate_files for each row execute function remove_certificate_file();
