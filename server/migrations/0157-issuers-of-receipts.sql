-- A receipt named the foundation of today, also years later: another legal name or address made another document of the same number. Each
-- set of these settings is kept once, by a hash of it. The program fills in receipts that were issued before, because the settings may be
-- those of its environment.
create table receipt_issuers (
  id text primary key,
  foundation text not null,
  legal_name text not null,
  legal_address text not null,
  registration_number text not null,
  foundation_pan text not null
);

alter table receipts add column issuer_id text references receipt_issuers;
alter table refund_receipts add column issuer_id text references receipt_issuers;
