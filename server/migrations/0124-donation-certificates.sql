-- The certificate that a donor got for a donation of the filed yearly statement, as the treasurer wrote it down.
create table donation_certificates (
  donation_id bigint primary key references donations on delete cascade,
  -- As it stands on the certificate.
  number text not null check (length(number) between 1 and 60),
  issued_on date not null,
  recorded_at timestamptz not null default now(),
  recorded_by bigint references users on delete set null,
  recorded_by_name text not null
);
create index donation_certificates_recorded_by on donation_certificates (recorded_by) where recorded_by is not null;
