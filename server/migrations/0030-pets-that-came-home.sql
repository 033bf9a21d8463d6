-- How many pets came home by their tags. The program adds to it when an owner closes a thread; threads are deleted 30 days later,
-- so it starts with those that are still there. A pet counts once for all threads about the same return.
insert into kept_counts (what, kind, part, rows, paise)
select 'pets-home', 'all', 0, count(distinct pet_id), 0 from found_reports where outcome = 'home' having count(*) > 0;
