-- A form of a finder carries a number of its own. The same words from the same form are a second tap; from another form they may be somebody
-- else's, who does not get the first one's link.
alter table found_messages add column form_key text;
