-- Links that pay for one thing: the fee of a complaint, a membership or its renewal, a donation that was asked for.
create table pay_links (
  id bigint generated always as identity primary key,
  -- SHA-256 of the token: whoever reads this table cannot use the link.
  hash bytea not null unique check (octet_length(hash) = 32),
  purpose text not null check (purpose in ('complaint', 'membership', 'donation')),
  -- Null while nobody has pressed the button of a link that renews a membership.
  subject_id bigint,
  -- The membership that it renews.
  renews_id bigint references memberships on delete cascade,
  -- The fee that the admin named. A membership and a donation have their own price.
  amount_paise bigint check (amount_paise > 0),
  -- Null if a reminder made it, or its admin's account is gone.
  made_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  sent_at timestamptz,
  -- How it was handed over last.
  sent_by text check (sent_by in ('mail', 'whatsapp', 'print', 'copy')),
  opened_at timestamptz,
  revoked_at timestamptz,
  check (subject_id is not null or renews_id is not null),
  check (renews_id is null or purpose = 'membership'),
  check ((amount_paise is not null) = (purpose = 'complaint')),
  check ((sent_at is null) = (sent_by is null))
);
create index pay_links_subject on pay_links (purpose, subject_id);
create index pay_links_renews_id on pay_links (renews_id) where renews_id is not null;
create index pay_links_expires_at on pay_links (expires_at);
create index pay_links_made_by on pay_links (made_by) where made_by is not null;

create function delete_pay_links() returns trigger language plpgsql as $$
begin
  delete from pay_links where purpose = tg_argv[0] and subject_id = old.id;
  return null;
end
$$;
create trigger delete_pay_links after delete on complaints for each row execute function delete_pay_links('complaint');
create trigger delete_pay_links after delete on memberships for each row execute function delete_pay_links('membership');
create trigger delete_pay_links after delete on donations for each row execute function delete_pay_links('donation');
