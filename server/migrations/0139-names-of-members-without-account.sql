-- A membership without an account has the name of its member twice, and a correction changed one of them alone.
update memberships set username = name
where user_id is null and name <> 'Erased' and username <> name
  and exists (select from corrections where purpose = 'membership' and subject_id = memberships.id and field = 'name');
