import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { shownCause } from '@petsetu/contract/supporters/donation-causes.ts'
import { isLanguage, type Language } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import { inLanguage } from '../../platform/db/in-language.ts'
import type { Db } from '../../platform/db/pool.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { PURPOSE_RULES } from '../../purposes.ts'
import type { LinkRow } from './read-links.ts'

/** The person that a link is for. The contacts are empty where they are not known, or not to be shown. */
export type LinkPerson = { email: string; phone: string; userId: number | null; language: Language }

type Subject = Pick<LinkRow, 'purpose' | 'subject_id' | 'renews_id'>

const idOf = ({ subject_id, renews_id }: Subject) => subject_id ?? renews_id ?? 0

/** The person who is to pay, by the row of what is paid for. */
export async function readPerson(db: Db, subject: Subject): Promise<LinkPerson> {
  const { table, report } = PURPOSE_RULES[subject.purpose]
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const account = report.account ?? sql`null::bigint`
  const { rows } = await sql<{ email: string; phone: string; user_id: number | null; language: string }>`
    select ${column('email')} as email, ${column('phone')} as phone, ${account} as user_id,
      coalesce(readers.language, ${column('language')}) as language
    from ${sql.table(table)} left join users readers on readers.id = ${account}
    where ${column('id')} = ${idOf(subject)}`.execute(db)
  const [row] = rows
  const language = row && isLanguage(row.language) ? row.language : 'en'
  return { email: row?.email ?? '', phone: row?.phone ?? '', userId: row?.user_id ?? null, language }
}

type ReadItem = (db: Db, id: number, language: Language) => Promise<string>

/** Writes what is paid, in the language of the reader. */
const ITEMS: Record<Purpose, ReadItem> = {
  async complaint(_, id, language) {
    return textsIn(language)('paidFor.complaint', { id })
  },
  async membership(db, id, language) {
    const { plan } = await db
      .selectFrom('memberships')
      .select(inLanguage('plan_name', language).as('plan'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return textsIn(language)('paidFor.membership', { plan })
  },
  async donation(db, id, language) {
    const { purpose } = await db
      .selectFrom('donations')
      .select('purpose')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const text = textsIn(language)
    return text('paidFor.donation', { purpose: shownCause(purpose, text) })
  },
}

export function readItem(db: Db, subject: Subject, language: Language): Promise<string> {
  return ITEMS[subject.purpose](db, idOf(subject), language)
}
