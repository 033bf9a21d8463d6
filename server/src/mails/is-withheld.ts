import { sql } from 'kysely'

/**
 * SQL condition on a row of mails: it is about a complaint whose complainant wants the name withheld, or about the refund of its fee.
 * Admins see who that is on the complaint's page, after a reason.
 */
export const IS_WITHHELD = sql<boolean>`exists (
  select from complaints
  where withhold_name and complaints.id = case
    when mails.about ~ '^complaint [0-9]+$' then substring(mails.about from 11)::bigint
    when mails.about ~ '^payment [0-9]+$' then (
      select subject_id from payments
      where payments.id = substring(mails.about from 9)::bigint and purpose = 'complaint')
  end)`
