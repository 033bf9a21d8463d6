-- An admin has opened a conversation that was reported, and may read it for an hour. The owner and the finder see when. The row of the
-- audit holds the reason.
create table found_openings (
  id bigint generated always as identity primary key,
  report_id bigint not null references found_reports on delete cascade,
  -- Null once the account of the admin is deleted.
  admin_id bigint references users on delete set null,
  opened_at timestamptz not null default now()
);
create index found_openings_report on found_openings (report_id, admin_id, opened_at);
create index found_openings_admin on found_openings (admin_id);
