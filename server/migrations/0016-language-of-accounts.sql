-- The language that a person chose for their account; null until then.
alter table users add column language text check (language in ('en', 'hi', 'mr'));
