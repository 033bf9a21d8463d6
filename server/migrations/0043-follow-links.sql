-- Links with which a complainant follows a complaint. Each mail about it has one of its own.
create table follow_links (
  -- SHA-256 of the token: whoever reads this table cannot use the link.
  hash bytea primary key check (octet_length(hash) = 32),
  complaint_id bigint not null references complaints on delete cascade,
  created_at timestamptz not null default now()
);
create index follow_links_complaint_id on follow_links (complaint_id);
create index follow_links_created_at on follow_links (created_at);
