-- They have a kind of their own in the counters of memberships, and are not counted as cancelled any more.
lock table memberships in share row exclusive mode;

do $$
begin
  execute replace(
    pg_get_functiondef('keep_counts_of_memberships'::regproc),
    'category || ''/'' || status as kind',
    'category || ''/'' || case when status = ''cancelled'' and details_key like ''expired %'' then ''given-up'' else status end as kind');
end
$$;

insert into kept_counts as kept (what, kind, part, rows, paise)
select 'memberships', category || moved.kind, 0, moved.by * count(*), 0
from memberships
cross join (values ('/cancelled', -1), ('/given-up', 1)) moved (kind, by)
where status = 'cancelled' and details_key like 'expired %'
group by category, moved.kind, moved.by
on conflict (what, kind, part) do update set rows = kept.rows + excluded.rows;
