-- Outside a transaction.
-- Words in other letters than English, for the search of complaints: the same expression as in cases/case-search.ts.
create index concurrently if not exists complaints_other_words on complaints using gin (
  to_tsvector('simple', translate(case when withhold_name then '' else fullname || ' ' end
    || location_of_incident || ' ' || description, '।॥“”‘’…–—', '         ')))
  with (gin_pending_list_limit = 64)
  where octet_length(translate(case when withhold_name then '' else fullname || ' ' end
      || location_of_incident || ' ' || description, '।॥“”‘’…–—', '         '))
    > char_length(translate(case when withhold_name then '' else fullname || ' ' end
      || location_of_incident || ' ' || description, '।॥“”‘’…–—', '         '));
