-- What admins have changed on the settings page: the facts about the foundation, and the text of each legal page in each language. What
-- has no row here is as the environment says. Version 1 is that, so rows begin with version 2.
create table foundation_settings (
  name text primary key,
  value jsonb not null,
  version integer not null default 2 check (version > 1),
  changed_at timestamptz not null default now(),
  changed_by bigint references users on delete set null
);
create index foundation_settings_changed_by on foundation_settings (changed_by) where changed_by is not null;

create function tell_of_settings() returns trigger language plpgsql as $$
begin
  perform pg_notify('foundation_settings', '');
  return null;
end
$$;

create trigger tell_of_settings after insert or update on foundation_settings
  for each statement execute function tell_of_settings();
