-- Cash stays on the sheet of whoever took it, also after their account was deleted. The names are stored beside the ids.
alter table desk_payments drop constraint desk_payments_taken_by_fkey;
alter table desk_payments drop constraint desk_payments_void_asked_by_fkey;
alter table cash_handovers drop constraint cash_handovers_admin_id_fkey;
alter table desk_payments add column void_asked_by_name text;
update desk_payments set void_asked_by_name = username from users where users.id = void_asked_by;
