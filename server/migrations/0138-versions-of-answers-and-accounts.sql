-- Grows with each change of an answer, and of what an admin corrects in an account, so that an edit based on an older version is noticed.
alter table answers add column version integer not null default 1;
alter table users add column version integer not null default 1;
create trigger count_version before update on answers for each row execute function count_version();
create trigger count_version before update of phone, language on users
for each row when ((old.phone, old.language) is distinct from (new.phone, new.language)) execute function count_version();
