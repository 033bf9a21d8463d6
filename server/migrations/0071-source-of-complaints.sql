-- How a complaint came: from the form, or written down by an admin. A constant default rewrites no row.
alter table complaints add column source text not null default 'form' check (source in ('form', 'phone', 'desk'));
