-- The words of a plan in Hindi and in Marathi; where one is missing, the main text is shown.
alter table plans
  add column name_hi text,
  add column description_hi text,
  add column features_hi text,
  add column name_mr text,
  add column description_mr text,
  add column features_mr text;

-- As they were when the membership was bought, like its other words.
alter table memberships
  add column plan_name_hi text,
  add column features_hi text,
  add column plan_name_mr text,
  add column features_mr text;
