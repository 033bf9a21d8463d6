import { type RawBuilder, sql } from 'kysely'
import { isImported } from './membership-proof.ts'

type Name = RawBuilder<string | null>

/** SQL of a membership, in the table or alias of this name: the name by which its member is told from others of the account or address; null if it was imported. */
export function nameToCompare(table = 'memberships'): Name {
  return sql<string | null>`case when not ${isImported(table)} then ${sql.ref(`${table}.name`)} end`
}

/** SQL condition on two names of members: the same person's, as `isSameMember` of the contract says. */
export function isSameName(one: Name, other: Name): RawBuilder<boolean> {
  const [words, others] = [wordsOf(one), wordsOf(other)]
  return sql<boolean>`coalesce(${words} <@ ${others} or ${others} <@ ${words}, true)`
}

function wordsOf(name: Name): RawBuilder<string[] | null> {
  return sql`(select array_agg(word)
    from regexp_split_to_table(lower(normalize(${name}, NFKC)), '\\s+') words (word) where word <> '')`
}
