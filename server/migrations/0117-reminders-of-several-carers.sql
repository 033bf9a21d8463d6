-- Outside a transaction.
-- An animal of the street has several carers, and each is told of its care. The next migration makes this the table's key.
create unique index concurrently if not exists care_reminders_by_person on care_reminders (care_id, valid_until, days, user_id);
