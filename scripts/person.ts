// `npm run -s person -- --email asha@example.org --export`: everything that is kept about a person, or (`--erase`) its end.
import { PURPOSES } from '@petsetu/contract/platform/purposes.ts'
import { ownIdentity } from '../server/src/people/account/delete-account.ts'
import { eraseRecords, finishErasures } from '../server/src/people/privacy/erasing/erase-person.ts'
import { exportIdentity } from '../server/src/people/privacy/export-person.ts'
import { findRecordsOf, identityOf, listKept, sayWhatIsKept } from '../server/src/people/privacy/records-of.ts'
import { type Contact, type Identity, phoneKey } from '../server/src/people/users/contact.ts'
import type { Config } from '../server/src/platform/config/config.ts'
import type { Db } from '../server/src/platform/db/pool.ts'
import { inTransaction } from '../server/src/platform/db/transaction.ts'
import { PURPOSE_RULES } from '../server/src/purposes.ts'
import { openAttachments } from '../server/src/services.ts'
import { recordRun } from './record-run.ts'
import { commandLog, readArguments, runOnDatabase, UsageError } from './run-command.ts'

const USAGE = `Usage: npm run -s person -- [--email ADDRESS] [--phone NUMBER] [--account NUMBER] --export | --erase [--yes]

--export prints everything that is kept about the person as JSON, attachments in base64.
--erase deletes the account with its pets, and takes from complaints, memberships and receipts who it was; the money
stays in the books. Without --yes it only says what it would do.

Both are recorded in the audit, with the login of whoever runs the command.

--account is the number of an account, as the log names it. Its address counts once it is confirmed, because before that anybody
may have signed up with it; name it with --email if you are sure that it is this person's.

Anybody can type any e-mail or phone number into a form: be sure that they are this person's own.`

const PHONE_DIGITS_MIN = 7

await runOnDatabase(({ db }, config) => person(db, config))

async function person(db: Db, config: Config): Promise<string> {
  const { account, phone, ...asked } = readArguments(
    {
      email: { type: 'string' },
      phone: { type: 'string' },
      account: { type: 'string' },
      export: { type: 'boolean' },
      erase: { type: 'boolean' },
      yes: { type: 'boolean' },
    },
    USAGE,
  )
  const { email } = asked
  const isOneThing = Boolean(asked.export) !== Boolean(asked.erase)
  if (!(email || phone || account) || !isOneThing) throw new UsageError(USAGE)
  if (phone && phoneKey(phone).length < PHONE_DIGITS_MIN)
    throw new UsageError('A phone number has more digits than that.')
  const readIdentity = (on: Db) => identityFor(on, { account, email, phone })
  const identity = await readIdentity(db)
  if (asked.erase && !asked.yes) return `${await whatThereIs(db, identity)}\nNothing is erased yet: add --yes for that.`
  const people = { db, attachments: await openAttachments(config, commandLog()) }
  if (asked.export) {
    await recordRun(db, 'person', 'person-exported', identity.userId)
    return JSON.stringify(await exportIdentity(people, identity), null, 2)
  }
  const before = await whatThereIs(db, identity)
  const kept = sayWhatIsKept(await listKept(db, identity), 'en')
  await inTransaction(db, async (transaction) => {
    const { userId } = await eraseRecords(transaction, await readIdentity(transaction))
    await recordRun(transaction, 'person', 'person-erased', userId)
  })
  await finishErasures(people)
  return [
    before,
    'Erased. Of a complaint that is still open the text and the file stay until it is closed.',
    ...kept,
    'Back-ups still hold it all: a restore erases it again.',
  ].join('\n')
}

/** The person with these contact details, or of this account: then only its confirmed address counts beside them. */
async function identityFor(
  db: Db,
  { account, ...contact }: Contact & { account: string | undefined },
): Promise<Identity> {
  if (account === undefined) return identityOf(db, contact)
  const id = Number(account)
  const row = Number.isSafeInteger(id)
    ? await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw new UsageError(`There is no account ${account}.`)
  const own = await ownIdentity(db, id)
  const { email = own.contact.email, phone } = contact
  return { userId: id, contact: { email, phone }, isChecked: Boolean(email || phone) }
}

async function whatThereIs(db: Db, identity: Identity): Promise<string> {
  const { userId, subjectIds, payments } = await findRecordsOf(db, identity)
  return [
    `Account: ${userId === null ? 'none' : `number ${userId}, with its sessions and pets`}`,
    ...PURPOSES.map(
      (purpose) => `${capitalized(PURPOSE_RULES[purpose].table)}: ${subjectIds[purpose].join(', ') || 'none'}`,
    ),
    `Payments, which stay in the books: ${payments.length}`,
  ].join('\n')
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
