import { readFile } from 'node:fs/promises'
import type { User } from '@petsetu/contract/people/users.ts'
import { LostForm } from '@petsetu/contract/pets/lost.ts'
import { PetForm } from '@petsetu/contract/pets/pet-schemas.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { toPaise } from '@petsetu/contract/platform/money.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { mapEntries } from '@petsetu/contract/platform/registry.ts'
import { DONATION_CAUSES } from '@petsetu/contract/supporters/donation-causes.ts'
import type { Plan } from '@petsetu/contract/supporters/plans.ts'
import { LANGUAGES, languages } from '@petsetu/languages/languages.ts'
import { NOTICE_VERSION } from '@petsetu/languages/notice-version.ts'
import { noticesIn } from '@petsetu/languages/notices.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { saveSetting } from '../../office/settings/foundation-store.ts'
import { openOrder } from '../../payments/orders/open-order.ts'
import { refundPayment } from '../../payments/refunds/refund-payment.ts'
import { hashPassword } from '../../people/auth/password.ts'
import { recordConsent } from '../../people/consents/record-consent.ts'
import { confirmEmail } from '../../people/users/account-details.ts'
import { insertUser } from '../../people/users/user-queries.ts'
import { markLost } from '../../pets/lost/lost-queries.ts'
import { insertPet } from '../../pets/pet-queries.ts'
import { insertTags, openBatch } from '../../pets/tags/tag-queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { ConfigError } from '../../platform/errors.ts'
import { PURPOSE_RULES } from '../../purposes.ts'
import type { Services } from '../../services.ts'
import { insertDonation } from '../../supporters/donations/donation-queries.ts'
import { insertPlan } from '../../supporters/plans/plan-queries.ts'
import { backDated, daysAgo, fillAudit, HOURS, paidAgo, servicesAt } from './back-dated.ts'
import { DEMO_PASSWORD, demoEmail, JOINED, VOLUNTEER } from './demo-accounts.ts'
import { DEMO_LOST, DEMO_SHOWN, demoPets, examplePhone, fillPhotos, portraitOf } from './demo-pets.ts'
import { fillCamp, fillCommunity, fillOtherCamps } from './fill-community.ts'
import { fillComplaints } from './fill-complaints.ts'
import { fillFound } from './fill-found.ts'
import { demoPlans, fillMemberships } from './fill-memberships.ts'
import { closeBooks, fillDesk, fillLinks, fillSettlement } from './fill-payments.ts'
import { fillDevices, fillPrivacy } from './fill-people.ts'

type Fate = 'paid' | 'failed' | 'open' | 'refunded'

/** Gifts with their giver, rupees, age in days and outcome. A giver of -1 is a visitor without an account. */
const GIFTS: { giver: number; rupees: number; days: number; pan?: string; fate: Fate }[] = [
  { giver: -1, rupees: 2_500, days: 410, pan: 'ABCPE1234F', fate: 'paid' },
  { giver: 2, rupees: 501, days: 75, fate: 'paid' },
  { giver: -1, rupees: 1_00_000, days: 21, pan: 'AAATK0000A', fate: 'paid' },
  { giver: 5, rupees: 1_000, days: 9, pan: 'BNZPM2501F', fate: 'refunded' },
  { giver: -1, rupees: 250.5, days: 4, fate: 'paid' },
  { giver: 3, rupees: 5_000, days: 2, fate: 'failed' },
  { giver: -1, rupees: 1_100, days: 1, fate: 'open' },
]

async function fillDonations(services: Services, users: User[]): Promise<number> {
  for (const [index, { giver, rupees, days, pan, fate }] of GIFTS.entries()) {
    const user = users[giver]
    const form = {
      amount: rupees,
      purpose: DONATION_CAUSES[index % DONATION_CAUSES.length] ?? '',
      name: user?.username ?? `Donor ${index}`,
      email: user?.email ?? `donor${index}@example.org`,
      phone: examplePhone(index + 400),
      address: '7 Banyan Street, Nashik',
      pan,
      is_another: true,
    }
    const at = daysAgo(days + index / HOURS)
    const then = servicesAt(services, at)
    const { id } = await insertDonation(then, form, { userId: user?.id ?? null, language: 'en' })
    const order = await openOrder(then.payments, {
      purpose: 'donation',
      subjectId: id,
      amountPaise: toPaise(rupees),
    })
    if (fate === 'open') continue
    const { paymentId } = await paidAgo(then, order, fate === 'failed' ? 'failed' : 'captured', at)
    if (fate === 'refunded') await refundPayment(then.payments, paymentId, null)
  }
  return GIFTS.length
}

/** The first admin was there before everybody else, and before anything was done. */
const FOUNDED_DAYS = 445
const BLANK_TAGS = 24
const BATCH = 'Pune camp, November'

const STORY = {
  en: 'A rickshaw driver found Moti under the Sangam bridge with a broken leg and called us. Our vet set the leg, and Moti stayed six weeks. Today he lives with the driver’s family and goes along to work each morning.',
  hi: 'एक रिक्शा चालक को मोती संगम पुल के नीचे टूटे पैर के साथ मिला और उन्होंने हमें फ़ोन किया। हमारे डॉक्टर ने पैर ठीक किया और मोती छह हफ़्ते हमारे पास रहा। आज वह उसी चालक के परिवार के साथ रहता है और रोज़ सुबह उनके साथ काम पर जाता है।',
  mr: 'एका रिक्षाचालकाला मोती संगम पुलाखाली मोडलेल्या पायासह सापडला आणि त्यांनी आम्हाला फोन केला. आमच्या डॉक्टरांनी पाय बरा केला आणि मोती सहा आठवडे आमच्याकडे राहिला. आज तो त्याच चालकाच्या कुटुंबासोबत राहतो आणि रोज सकाळी त्यांच्यासोबत कामावर जातो.',
}

const AMOUNT_TEXTS = {
  en: {
    500: 'Feeds one dog for a month',
    1000: 'Vaccinates five dogs against rabies',
    2500: 'Sterilises one street dog',
    5000: 'Treats a broken leg',
  },
  hi: {
    500: 'एक कुत्ते का महीने भर का खाना',
    1000: 'पाँच कुत्तों को रेबीज का टीका',
    2500: 'एक कुत्ते की नसबंदी',
    5000: 'टूटे पैर का इलाज',
  },
  mr: {
    500: 'एका कुत्र्याचे महिनाभराचे खाणे',
    1000: 'पाच कुत्र्यांना रेबीजची लस',
    2500: 'एका कुत्र्याचे निर्बीजीकरण',
    5000: 'मोडलेल्या पायावर उपचार',
  },
}

/** Gives the home page a story and its photo, and the donation page its lines, as an admin would. */
async function tellStory(db: Db): Promise<void> {
  const { id: userId } = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const saved = { based: undefined, userId }
  await saveSetting(db, {
    name: 'foundation',
    value: { stories: { ...mapEntries(languages, () => ''), ...STORY }, amountTexts: AMOUNT_TEXTS },
    ...saved,
  })
  const webp = await readFile(portraitOf('Dog', 0))
  const { width, height } = await sharp(webp).metadata()
  await saveSetting(db, { name: 'story-photo', value: { webp: webp.toString('base64'), width, height }, ...saved })
}

const HOMECOMINGS = 23

/** Counts pets that came home in earlier years, whose conversations are long deleted: the home page shows no small numbers. */
async function countHomecomings(db: Db): Promise<void> {
  await db
    .insertInto('kept_counts')
    .values({ what: 'pets-home', kind: 'all', part: 0, rows: HOMECOMINGS, paise: 0 })
    // The pet of a finder's conversation may be counted there already.
    .onConflict((counted) =>
      counted.columns(['what', 'kind', 'part']).doUpdateSet({ rows: sql`kept_counts.rows + ${HOMECOMINGS}` }),
    )
    .execute()
}

/**
 * Fills an empty database with sample data in every state; the payments are made at the sandbox. A database with data is left
 * as it is. Returns the text to print. Rejects in production, because the passwords are public, and with a real provider's
 * keys.
 */
export async function fillDemo(given: Services): Promise<string> {
  const services = withoutMails(given)
  const { config, db } = services
  if (config.isProduction)
    throw new ConfigError('NODE_ENV=production refuses --demo: its passwords are known to everybody.')
  if (config.providerKeys) throw new ConfigError('RAZORPAY_KEY_ID must not be set with --demo: it pays at the sandbox.')
  if (await holdsAnything(db)) return 'Demo: the database is not empty, so nothing was added.'

  const { users, plans } = await fillPeopleAndPets(db)
  const [helper] = users
  if (!helper) throw new Error('The demo needs somebody who helps at its camp')
  const counts = [
    `${users.length} users`,
    `${demoPets().length} pets`,
    `${(await fillCommunity(db, users)) + (await fillCamp(db, helper))} animals of the street`,
    `${(await fillOtherCamps(db)) + 2} camps`,
    `${await fillPhotos(services)} photos`,
    `${BLANK_TAGS} blank tags`,
    `${plans.length} plans`,
  ]
  for (const [purpose, fill] of Object.entries(FILLS) as [Purpose, Fill][])
    counts.push(`${await fill(services, users, plans)} ${PURPOSE_RULES[purpose].table}`)
  counts.push(`${await fillLinks(services)} pay links`, `${await fillDevices(services, users)} devices with notices`)
  counts.push(
    `${await fillFound(services)} conversations with finders`,
    `${await fillDesk(services)} payments at the desk`,
  )
  await fillAudit(db, plans)
  await fillPrivacy(services, users)
  await fillSettlement(services)
  await closeBooks(services)
  await tellStory(db)
  await countHomecomings(db)
  await backDateNotices(db)
  return `Demo: ${counts.join(', ')}. Log in as ${Object.keys(JOINED)[0]}, password: ${DEMO_PASSWORD} (the same for ${VOLUNTEER.username}, an admin with the duties ${VOLUNTEER.duties.join(' and ')})`
}

/**
 * Stores the notices also as a version that was there before the first account: nobody agrees to words of a later day. Versions of earlier
 * programs, which nobody of the demo has read, would stand between the two.
 */
async function backDateNotices(db: Db): Promise<void> {
  const firstDay = daysAgo(FOUNDED_DAYS)
  const version = today(firstDay)
  const notices = LANGUAGES.flatMap((language) =>
    noticesIn(language).map((notice) => ({ ...notice, language, version, first_seen_at: firstDay })),
  )
  await db.deleteFrom('notices').where('version', '<>', NOTICE_VERSION).execute()
  await db.insertInto('notices').values(notices).execute()
  await db.updateTable('consents').set({ notice_version: version }).execute()
}

/** Sends no mails: nobody waits for news about sample data. */
function withoutMails(services: Services): Services {
  const enqueueMail = async () => {}
  return { ...services, enqueueMail, payments: { ...services.payments, enqueueMail } }
}

type Fill = (services: Services, users: User[], plans: Plan[]) => Promise<number>

const FILLS: Record<Purpose, Fill> = {
  membership: fillMemberships,
  complaint: fillComplaints,
  donation: fillDonations,
}

async function holdsAnything(db: Db): Promise<boolean> {
  const [user, tag, complaint, plan] = await Promise.all([
    db.selectFrom('users').select('id').where('role', '=', 'user').limit(1).executeTakeFirst(),
    db.selectFrom('tags').select('pet_id').limit(1).executeTakeFirst(),
    db.selectFrom('complaints').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('plans').select('id').limit(1).executeTakeFirst(),
  ])
  return Boolean(user ?? tag ?? complaint ?? plan)
}

function fillPeopleAndPets(db: Db): Promise<{ users: User[]; plans: Plan[] }> {
  return inTransaction(db, async (transaction) => {
    const passwordHash = await hashPassword(DEMO_PASSWORD)
    await transaction
      .updateTable('users')
      .set({ created_at: daysAgo(FOUNDED_DAYS) })
      .where('role', '=', 'admin')
      .execute()
    const users: User[] = []
    for (const [username, days] of Object.entries(JOINED)) {
      const email = demoEmail(username)
      const then = backDated(transaction, daysAgo(days))
      const user = await insertUser(then, { username, email, passwordHash, role: 'user' })
      await recordConsent(then, { purpose: 'signup', subjectId: user.id, language: 'en' })
      await confirmEmail(transaction, user.id)
      users.push(user)
    }
    await addVolunteer(transaction, passwordHash)
    for (const [index, pet] of demoPets().entries()) {
      const owner = users[index % users.length]
      if (!owner) continue
      // Each owner has registered a pet soon after joining, one later and one not long ago.
      const days = (JOINED[owner.username] ?? 0) * (0.95 - 0.4 * Math.floor(index / users.length))
      const then = backDated(transaction, daysAgo(days))
      const form = { ...PetForm.parse(pet), shown: DEMO_SHOWN[pet.petName] }
      const { id, petName } = await insertPet(then, form, null, owner.id)
      const lost = DEMO_LOST[petName]
      const person = { ...owner, duties: null, language: null, mustEnrol: false }
      const by = { person, request: { id: 'demo' }, language: 'en' } as const
      if (lost) await markLost(transaction, { id }, LostForm.parse(lost), by)
    }
    const batch = await openBatch(transaction, BATCH)
    await insertTags(transaction, BLANK_TAGS, batch.id)
    const plans: Plan[] = []
    for (const plan of demoPlans) plans.push(await insertPlan(backDated(transaction, daysAgo(440)), plan))
    return { users, plans }
  })
}

async function addVolunteer(transaction: Db, passwordHash: string): Promise<void> {
  const { username, duties } = VOLUNTEER
  const email = demoEmail(username)
  const { id } = await insertUser(backDated(transaction, daysAgo(200)), {
    username,
    email,
    passwordHash,
    role: 'admin',
  })
  await confirmEmail(transaction, id)
  await transaction.updateTable('users').set({ duties }).where('id', '=', id).execute()
}
