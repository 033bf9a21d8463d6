import { hash, randomBytes } from 'node:crypto'
import type { GrievanceEntry } from '@petsetu/contract/people/grievances.ts'
import type { PrivacyRequestKind } from '@petsetu/contract/people/privacy.ts'
import type { PushKind } from '@petsetu/contract/people/push.ts'
import type { User } from '@petsetu/contract/people/users.ts'
import type { z } from 'zod'
import { insertPasskey } from '../../people/auth/passkeys/passkey-queries.ts'
import { addGrievance, answerGrievance } from '../../people/grievances/grievance-queries.ts'
import { insertBreach, insertStep, updateBreach } from '../../people/privacy/breaches/breach-queries.ts'
import { addRequest } from '../../people/privacy/privacy-requests.ts'
import { saveCaseDevice, saveDevice } from '../../people/push/push-devices.ts'
import { listAdmins } from '../../people/users/user-queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Services } from '../../services.ts'
import { askSandbox, daysAgo, HOURS, servicesAt } from './back-dated.ts'
import { examplePhone } from './demo-pets.ts'

type Told = z.output<typeof GrievanceEntry> & { hours: number; answer?: string }

/** They came within the last day, so that each clock still runs. */
const GRIEVANCES: Told[] = [
  {
    hours: 23,
    way: 'call',
    kind: 'other',
    language: 'en',
    name: 'Asha Pillai',
    email: 'asha@example.org',
    phone: examplePhone(601),
    text: 'I paid for a membership in the spring and have not got my card yet.',
    answer: 'We are sorry. Your card is on its way; you can also print it from your account.',
  },
  {
    hours: 20,
    way: 'desk',
    kind: 'other',
    language: 'mr',
    name: 'Shankar Kale',
    email: null,
    phone: examplePhone(602),
    text: 'The ambulance came only after three calls.',
  },
  {
    hours: 5,
    way: 'call',
    kind: 'data',
    language: 'hi',
    name: 'Farah Khan',
    email: 'farah@example.org',
    phone: null,
    text: 'My old phone number is still on the page of my dog.',
  },
]

/** They are over: both authorities and the people were told in time. */
const EARLIER_BREACHES = [
  {
    days: 190,
    title: 'A list was open to all',
    happened: 'A file with the names and numbers of helpers could be opened without a password for a day.',
  },
  {
    days: 63,
    title: 'A letter went astray',
    happened: 'The copy of one member’s data was sent to another member with the same first name.',
  },
]

const BREACH = {
  title: 'A phone of the camp was lost',
  happened: 'A phone on which a helper was logged in was left on a bus after the camp.',
  step: 'All sessions of the helper were ended and the password was changed.',
}

type Asked = {
  username: string
  kind: PrivacyRequestKind
  note?: string
  nominee_name?: string
  nominee_contact?: string
}

const REQUESTS: Asked[] = [
  { username: 'kavita', kind: 'correct', note: 'My address on the receipt of my membership is the old one.' },
  {
    username: 'meera',
    kind: 'nominate',
    nominee_name: 'Anand (brother)',
    nominee_contact: `${examplePhone(603)}, anand@example.org`,
  },
]

/** Fills the register of grievances, the breach book, whose clocks run, and what people ask about their data. */
export async function fillPrivacy(services: Services, users: User[]): Promise<void> {
  const [admin] = await listAdmins(services.db, 'privacy')
  if (!admin) return
  for (const { username, ...asked } of REQUESTS) {
    const user = users.find((one) => one.username === username)
    if (!user) throw new Error(`The demo has no ${username}`)
    const by = { email: user.email, isEmailConfirmed: true, userId: user.id, language: 'en' } as const
    await inTransaction(services.db, (transaction) => addRequest(services, transaction, { ...asked, ...by }))
  }
  for (const { hours, answer, ...told } of GRIEVANCES)
    await inTransaction(servicesAt(services, daysAgo(hours / 24)).db, async (transaction) => {
      const { id } = await addGrievance(services, transaction, { ...told, enteredBy: admin.id })
      if (answer) await answerGrievance(services, transaction, { id, answer, adminId: admin.id })
    })
  for (const breach of EARLIER_BREACHES)
    await inTransaction(services.db, (transaction) => addClosedBreach(transaction, breach, admin.id))
  // The last one, because the newest stands first.
  await inTransaction(services.db, async (transaction) => {
    const { step, ...facts } = BREACH
    const breachId = await insertBreach(transaction, { ...facts, noticed_at: daysAgo(4 / 24).toISOString() })
    const extent = { kinds: ['pets', 'account'], occurred: 'On the way to the camp', from_day: null, to_day: null }
    const words = { consequences: 'Somebody could call owners and ask for money.', measures: step, advice: '' }
    const known = { ...facts, ...extent, ...words, noticed_at: daysAgo(4 / 24).toISOString() }
    await updateBreach(transaction, breachId, known, undefined)
    const at = daysAgo(3 / 24).toISOString()
    await insertStep(transaction, { breachId, adminId: admin.id, kind: 'note', text: step, at })
  })
}

async function addClosedBreach(
  transaction: Db,
  { days, ...facts }: (typeof EARLIER_BREACHES)[number],
  adminId: number,
): Promise<void> {
  const hoursLater = (hours: number) => daysAgo(days - hours / HOURS)
  const breachId = await insertBreach(transaction, { ...facts, noticed_at: hoursLater(0).toISOString() })
  for (const [kind, hours] of [
    ['team-told', 4],
    ['board-told', 30],
  ] as const)
    await insertStep(transaction, { breachId, adminId, kind, text: '', at: hoursLater(hours).toISOString() })
  await transaction
    .updateTable('breaches')
    .set({ letters_at: hoursLater(31), closed_at: hoursLater(6 * HOURS) })
    .where('id', '=', breachId)
    .execute()
}

type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

/** Gives some people a browser at the sandbox, and the first user two passkeys, which no device holds. */
export async function fillDevices(services: Services, [owner, second]: User[]): Promise<number> {
  const { db } = services
  const [admin] = await listAdmins(db, 'cases')
  if (!owner || !second || !admin) throw new Error('The demo has nobody to tell')
  const readers: { userId: number; kinds: PushKind[] }[] = [
    { userId: owner.id, kinds: ['found', 'lost-scan'] },
    { userId: second.id, kinds: ['lost-scan'] },
    { userId: admin.id, kinds: ['urgent-case', 'waiting-money'] },
  ]
  for (const { userId, kinds } of readers)
    await saveDevice(db, { userId, token: null }, { ...(await aBrowser(services)), kinds })
  const complaint = await db.selectFrom('complaints').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  await saveCaseDevice(db, complaint.id, await aBrowser(services))
  for (const [index, name] of ['Phone', 'Laptop'].entries()) {
    await insertPasskey(db, {
      userId: owner.id,
      name,
      counter: 0,
      transports: ['internal'],
      canBeBackedUp: index === 0,
      isBackedUp: index === 0,
      credentialId: hash('sha256', `demo passkey ${index}`, 'buffer'),
      // No key at all: nothing can be signed in with it.
      publicKey: randomBytes(77),
    })
  }
  return readers.length + 1
}

async function aBrowser({ provider }: Services) {
  const { endpoint, keys } = await askSandbox<Subscription>(provider, 'subscriptions')
  return { endpoint, ...keys, language: 'en' as const }
}
