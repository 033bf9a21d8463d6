-- The token, encrypted with the program's secret key: whoever makes a link for the same thing again gets the same one.
-- Null for links of reminders, which nobody makes by hand, and for links that were withdrawn.
alter table pay_links add column sealed_token bytea;
