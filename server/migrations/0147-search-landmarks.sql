-- Outside a transaction.
-- The search of complaints also finds a landmark: the same expressions as in cases/case-search.ts.
create index concurrently if not exists complaints_text_landmark_trgm on complaints using gin (
  (lower(case when withhold_name then '' else fullname || chr(10) || email || chr(10) || phone || chr(10)
      || regexp_replace(phone, '\D', '', 'g') || chr(10) end
    || location_of_incident || chr(10) || coalesce(landmark || chr(10), '') || description)) gin_trgm_ops)
  with (gin_pending_list_limit = 64);
create index concurrently if not exists complaints_other_words_landmark on complaints using gin (
  to_tsvector('simple', translate(case when withhold_name then '' else fullname || ' ' end
    || location_of_incident || ' ' || coalesce(landmark || ' ', '') || description, '।॥“”‘’…–—', '         ')))
  with (gin_pending_list_limit = 64)
  where octet_length(translate(case when withhold_name then '' else fullname || ' ' end
      || location_of_incident || ' ' || coalesce(landmark || ' ', '') || description, '।॥“”‘’…–—', '         '))
    > char_length(translate(case when withhold_name then '' else fullname || ' ' end
      || location_of_incident || ' ' || coalesce(landmark || ' ', '') || description, '।॥“”‘’…–—', '         '));

-- Replaced by the ones above.
drop index concurrently if exists complaints_text_trgm;
drop index concurrently if exists complaints_other_words;
