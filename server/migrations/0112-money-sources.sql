-- A donor states whether the money comes from India: from an Indian citizen, from another Indian source, or from abroad. Null is a donation
-- for which this was not asked.
alter table donations add column money_source text check (money_source in ('indian-citizen', 'indian-source', 'foreign'));
