-- The counts were kept by statements that were put together anew at every write, which took longer than the write itself. Now each
-- table has a function of its own, whose statements a connection plans once.
create procedure keep_counts_of(counted text, variadic arguments text[]) language plpgsql as $procedure$
declare
  added text := '';
  removed text := '';
  changed text := '';
begin
  for argument in 1 .. array_length(arguments, 1) by 3 loop
    declare
      what text := arguments[argument];
      kind_and_paise text := format('%s as kind, %s as paise', arguments[argument + 1], arguments[argument + 2]);
      plus text := format('select 1 as by, %s from new_rows', kind_and_paise);
      minus text := format('select -1 as by, %s from old_rows', kind_and_paise);
      keep text := '
        insert into kept_counts as kept (what, kind, part, rows, paise)
        select %L, kind, pg_backend_pid() %% 8, sum(by), sum(by * paise)
        from (%s) moved
        where kind is not null
        group by kind
        having sum(by) <> 0 or sum(by * paise) <> 0
        order by kind
        on conflict (what, kind, part) do update set rows = kept.rows + excluded.rows, paise = kept.paise + excluded.paise;';
    begin
      added := added || format(keep, what, plus);
      removed := removed || format(keep, what, minus);
      changed := changed || format(keep, what, plus || ' union all ' || minus);
    end;
  end loop;
  execute format(
    'create function keep_counts_of_%s() returns trigger language plpgsql as $function$
    begin
      if tg_op = ''INSERT'' then %s
      elsif tg_op = ''DELETE'' then %s
      else %s
      end if;
      return null;
    end
    $function$', counted, added, removed, changed);
  execute format('create or replace trigger keep_counts_of_new after insert on %1$I
    referencing new table as new_rows for each statement execute function keep_counts_of_%1$s()', counted);
  execute format('create or replace trigger keep_counts_of_changed after update on %1$I
    referencing new table as new_rows old table as old_rows for each statement execute function keep_counts_of_%1$s()', counted);
  execute format('create or replace trigger keep_counts_of_deleted after delete on %1$I
    referencing old table as old_rows for each statement execute function keep_counts_of_%1$s()', counted);
end
$procedure$;

call keep_counts_of('users', 'users', '''all''', '0');
call keep_counts_of('pets', 'pets', '''all''', '0');
call keep_counts_of('tags', 'tags', 'case when bound_at is null then ''blank'' when spent_at is null then ''registered'' else ''spent'' end', '0');
call keep_counts_of('complaints', 'complaints', 'status || case payment_status when ''paid'' then ''/paid'' else '''' end', '0');
call keep_counts_of('memberships', 'memberships', 'category || ''/'' || status', '0',
  'membership-days', 'case status when ''active'' then expiry_date || ''/'' || category end', '0');
call keep_counts_of('payments', 'payments', 'status || ''/'' || disposition', 'amount_paise - refunded_paise');
call keep_counts_of('payment_orders', 'untried-orders', 'case when status in (''new'', ''created'') then ''all'' end', '0');
drop procedure keep_counts_of;
drop function keep_counts;
