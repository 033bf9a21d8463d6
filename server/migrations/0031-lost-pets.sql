-- A pet that is lost. The row is deleted when it is home again.
create table lost_pets (
  pet_number bigint primary key references pets (id) on delete cascade,
  since date not null,
  area text not null,
  note text,
  reward_rupees integer check (reward_rupees > 0),
  -- Whether the owner agreed to the public list.
  is_listed boolean not null,
  -- When the owner last saved this.
  saved_at timestamptz not null default now(),
  -- When a mail last told the owner of a scan.
  scan_mailed_at timestamptz
);
create index lost_pets_listed on lost_pets (since desc, pet_number desc) where is_listed;
