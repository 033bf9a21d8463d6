-- What the account page shows of a session. Browser and system are null where they are unknown, and for earlier sessions.
alter table sessions
  add column id bigint generated always as identity unique,
  add column browser text check (length(browser) <= 60),
  add column system text check (length(system) <= 60);
