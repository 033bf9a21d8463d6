-- A short recovery code is stored as its salt, 16 bytes, and its hash. Those from before are a hash alone, until they are spent.
alter table recovery_codes drop constraint recovery_codes_hash_check;
alter table recovery_codes add constraint recovery_codes_hash_check check (octet_length(hash) in (32, 48));
