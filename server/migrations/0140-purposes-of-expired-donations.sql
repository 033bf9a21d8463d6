-- Anything can be typed as the purpose of a donation, and it stayed when the rest of an unpaid one was removed after a week.
update donations set purpose = 'Erased' where status = 'expired' and purpose <> 'Erased';
