-- Whoever changes a count holds its row until the transaction ends. With eight rows a kind, an import, or a change of fifty cases, kept others
-- waiting who saved meanwhile. Connections share fewer rows now, and a transaction that takes long has rows that only such ones use.
create function counts_part() returns integer language sql stable as $$
  select pg_backend_pid() % 64 + case current_setting('petsetu.counts_apart', true) when 'on' then 64 else 0 end
$$;
do $$
declare
  counted text;
begin
  foreach counted in array array['users', 'pets', 'tags', 'complaints', 'memberships', 'payments', 'payment_orders'] loop
    execute replace(
      pg_get_functiondef(('keep_counts_of_' || counted)::regproc), 'pg_backend_pid() % 8', 'counts_part()');
  end loop;
end
$$;
