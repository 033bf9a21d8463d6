-- The language in which the form was sent: later mails about it have no request that could tell.
alter table complaints add column language text not null default 'en' check (language in ('en', 'hi', 'mr'));
alter table memberships add column language text not null default 'en' check (language in ('en', 'hi', 'mr'));

alter table mails
  -- Why a mail has failed or waits; `last_error` has the words of the mail server, or of whoever blocked the address.
  add column failure text check (failure in ('refused', 'blocked', 'deferred', 'unreachable', 'unwanted')),
  -- The path that its button leads to, for an admin to copy while there is no mail server.
  add column action_path text,
  -- Reminders only: what the link to stop them names.
  add column unsubscribe_token text;

create index mails_created_at on mails (created_at desc, id desc);

-- The token of an address leads to its page of wishes, without an account.
create table mail_preferences (
  address_key text primary key,
  token text not null unique,
  used_at timestamptz not null default now()
);

-- The kinds of reminders that an address does not want.
create table mail_wishes (
  address_key text not null,
  kind text not null,
  off_at timestamptz not null default now(),
  primary key (address_key, kind)
);
