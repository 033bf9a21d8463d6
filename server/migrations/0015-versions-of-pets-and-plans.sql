-- A number that grows with each update, so that an edit based on an older version is noticed. A trigger counts, so that an update by a
-- node that still runs the program before this one counts, too.
alter table pets add column version integer not null default 1;
alter table plans add column version integer not null default 1;

create function count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;

create trigger count_version before update on pets for each row execute function count_version();
create trigger count_version before update on plans for each row execute function count_version();
