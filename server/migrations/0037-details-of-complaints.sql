-- What a complainant may add. The location is that of the device, in degrees, with its accuracy in metres; it is sent by consent.
alter table complaints
  add column landmark text,
  add column lat double precision check (lat between -90 and 90),
  add column lon double precision check (lon between -180 and 180),
  add column accuracy double precision check (accuracy >= 0),
  add column location_agreed_at timestamptz,
  add column offender text,
  add column vehicle text,
  add column witness text,
  add column fir_number text,
  add constraint complaints_location check ((lat is null) = (lon is null)),
  add constraint complaints_location_agreed check (lat is null or location_agreed_at is not null);
