-- Outgoing mail: a row is written in the transaction of its cause, before the first attempt to send it.
create table mails (
  id bigint generated always as identity primary key,
  -- What the mail says, about which record, and which of several mails about it: together they make a repeat one mail.
  kind text not null,
  about text not null,
  step text not null default '',
  to_address text not null,
  address_key text not null,
  user_id bigint references users (id) on delete set null,
  language text not null check (language in ('en', 'hi', 'mr')),
  message_id text not null unique,
  -- Null once the mail is older than it is kept.
  subject text,
  text text,
  html text,
  state text not null check (state in ('waiting', 'held', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  unique (kind, about, step)
);

create index mails_state_created_at on mails (state, created_at desc);
create index mails_address_key on mails (address_key);
create index mails_created_at_with_body on mails (created_at) where html is not null;

-- Addresses that a mail server has refused for good.
create table mail_blocks (
  address_key text primary key,
  reason text not null,
  blocked_at timestamptz not null default now()
);
