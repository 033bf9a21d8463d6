-- The kind of reminder that somebody switched off or on by itself. Null where the row is about all of its purpose.
alter table consents add column reminder_kind text;
