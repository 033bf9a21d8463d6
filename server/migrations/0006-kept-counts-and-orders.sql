-- Counts that pages show are kept, so that a page of ten years costs what a page of one day does. Several rows a kind, added up when
-- read: people who write at the same time do not wait for one another.
create table kept_counts (
  what text not null,
  kind text not null,
  part integer not null,
  rows bigint not null,
  paise bigint not null,
  primary key (what, kind, part)
) with (fillfactor = 50);

-- Arguments: what is counted, and as expressions of a row: its kind (null: not counted) and its paise.
create function keep_counts() returns trigger language plpgsql as $$
declare
  moved text := case tg_op
    when 'INSERT' then 'select *, 1 as by from new_rows'
    when 'DELETE' then 'select *, -1 as by from old_rows'
    else 'select *, 1 as by from new_rows union all select *, -1 from old_rows'
  end;
begin
  for argument in 0 .. tg_nargs - 1 by 3 loop
    execute format(
      'insert into kept_counts as kept (what, kind, part, rows, paise)
      select %L, kind, pg_backend_pid() %% 8, sum(by), sum(by * paise)
      from (select by, %s as kind, %s as paise from (%s) moved) counted
      where kind is not null
      group by kind
      having sum(by) <> 0 or sum(by * paise) <> 0
      order by kind
      on conflict (what, kind, part) do update set rows = kept.rows + excluded.rows, paise = kept.paise + excluded.paise',
      tg_argv[argument], tg_argv[argument + 1], tg_argv[argument + 2], moved);
  end loop;
  return null;
end
$$;

-- Keeps the counts of a table from now on, and counts what is there.
create procedure keep_counts_of(counted regclass, variadic arguments text[]) language plpgsql as $$
declare
  listed text := (select string_agg(quote_literal(argument), ', ') from unnest(arguments) argument);
begin
  execute format('create trigger keep_counts_of_new after insert on %s
    referencing new table as new_rows for each statement execute function keep_counts(%s)', counted, listed);
  execute format('create trigger keep_counts_of_changed after update on %s
    referencing new table as new_rows old table as old_rows for each statement execute function keep_counts(%s)', counted, listed);
  execute format('create trigger keep_counts_of_deleted after delete on %s
    referencing old table as old_rows for each statement execute function keep_counts(%s)', counted, listed);
  for argument in 1 .. array_length(arguments, 1) by 3 loop
    execute format(
      'insert into kept_counts (what, kind, part, rows, paise)
      select %L, kind, 0, count(*), sum(paise) from (select %s as kind, %s as paise from %s) counted
      where kind is not null group by kind',
      arguments[argument], arguments[argument + 1], arguments[argument + 2], counted);
  end loop;
end
$$;

-- The tag of a deleted pet is spent: written down, so that nobody looks through all tags for those without a pet.
alter table tags add column spent_at timestamptz;
update tags set spent_at = now() where bound_at is not null and not exists (select from pets where pets.pet_id = tags.pet_id);
create function spend_tags() returns trigger language plpgsql as $$
begin
  update tags set spent_at = now() from old_rows where tags.pet_id = old_rows.pet_id;
  return null;
end
$$;
create trigger spend_tags after delete on pets referencing old table as old_rows for each statement execute function spend_tags();

call keep_counts_of('users', 'users', '''all''', '0');
call keep_counts_of('pets', 'pets', '''all''', '0');
call keep_counts_of('tags', 'tags', 'case when bound_at is null then ''blank'' when spent_at is null then ''registered'' else ''spent'' end', '0');
call keep_counts_of('complaints', 'complaints', 'status || case payment_status when ''paid'' then ''/paid'' else '''' end', '0');
-- An active membership is counted a second time under its last day, since it expires by itself.
call keep_counts_of('memberships', 'memberships', 'category || ''/'' || status', '0',
  'membership-days', 'case status when ''active'' then expiry_date || ''/'' || category end', '0');
call keep_counts_of('payments', 'payments', 'status || ''/'' || disposition', 'amount_paise - refunded_paise');
call keep_counts_of('payment_orders', 'untried-orders', 'case when status in (''new'', ''created'') then ''all'' end', '0');
drop procedure keep_counts_of;

-- The filters and orders that the lists and reports offer.
create index tags_created_at on tags (created_at desc, pet_id);
create index tags_blank on tags (created_at desc, pet_id) where bound_at is null;
create index tags_spent on tags (created_at desc, pet_id) where spent_at is not null;
create index users_username_key_trgm on users using gin (username_key gin_trgm_ops);
create index users_email_key_trgm on users using gin (email_key gin_trgm_ops);
create index memberships_status_id on memberships (status, id desc);
create index memberships_category_id on memberships (category, id desc);
create index memberships_plan_id_id on memberships (plan_id, id desc);
drop index memberships_plan_id;
create index memberships_running on memberships (expiry_date) where status = 'active';
create index payments_subject on payments (purpose, subject_id);
create index payments_status_created_at on payments (status, created_at desc, id desc);
-- What the summaries of a filtered report add up is read from these alone.
create index memberships_summary on memberships (created_at) include (plan_id, category, status, expiry_date);
create index memberships_plan_summary on memberships (plan_id, created_at) include (category, status, expiry_date);
create index payments_summary on payments (created_at) include (status, disposition, amount_paise, refunded_paise);
