import type { Duty } from '@petsetu/contract/duties.ts'
import { LostForm } from '@petsetu/contract/lost.ts'
import { PetForm } from '@petsetu/contract/pet-form.ts'
import type { Plan } from '@petsetu/contract/plans.ts'
import type { Purpose } from '@petsetu/contract/purposes.ts'
import type { User } from '@petsetu/contract/users.ts'
import { hashPassword } from '../auth/password.ts'
import { ConfigError } from '../config/config-error.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { markLost } from '../lost/lost-queries.ts'
import { insertPet } from '../pets/insert-pet.ts'
import { insertPlan } from '../plans/plan-queries.ts'
import { PURPOSE_RULES } from '../purposes.ts'
import type { Services } from '../services.ts'
import { openBatch } from '../tags/tag-batches.ts'
import { insertTags } from '../tags/tag-queries.ts'
import { confirmEmail } from '../users/account-details.ts'
import { insertUser } from '../users/user-queries.ts'
import { backDated, daysAgo } from './back-dated.ts'
import { DEMO_LOST, DEMO_SHOWN, demoPets } from './demo-pets.ts'
import { demoPlans } from './demo-plans.ts'
import { fillAudit } from './fill-audit.ts'
import { fillComplaints } from './fill-complaints.ts'
import { fillDonations } from './fill-donations.ts'
import { fillMemberships } from './fill-memberships.ts'
import { fillPhotos } from './fill-photos.ts'

/** People sign up this many days ago: before they buy and give. */
const JOINED: Record<string, number> = {
  ...{ meera: 430, arjun: 310, kavita: 380, imran: 120, sunita: 30, joseph: 45, lakshmi: 90, rohan: 8 },
}
const PASSWORD = 'demo-password'
const BLANK_TAGS = 24
const BATCH = 'Pune camp, November'
/** An admin who has some of the duties only. */
const VOLUNTEER = { username: 'volunteer', duties: ['pets', 'cases'] satisfies Duty[] }

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
  const counts = [
    `${users.length} users`,
    `${demoPets().length} pets`,
    `${await fillPhotos(services)} photos`,
    `${BLANK_TAGS} blank tags`,
    `${plans.length} plans`,
  ]
  for (const [purpose, fill] of Object.entries(FILLS) as [Purpose, Fill][])
    counts.push(`${await fill(services, users, plans)} ${PURPOSE_RULES[purpose].table}`)
  await fillAudit(db, plans)
  return `Demo: ${counts.join(', ')}. Log in as ${Object.keys(JOINED)[0]}, password: ${PASSWORD} (the same for ${VOLUNTEER.username}, an admin with the duties ${VOLUNTEER.duties.join(' and ')})`
}

/** Sends no mails: nobody waits for news about sample data. */
function withoutMails(services: Services): Services {
  const enqueueMail = async () => {}
  return { ...services, enqueueMail, payments: { ...services.payments, enqueueMail } }
}

type Fill = (services: Services, users: User[], plans: Plan[]) => Promise<number>

/** Purchases of each purpose, in every state. */
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
    const passwordHash = await hashPassword(PASSWORD)
    const users: User[] = []
    for (const [username, days] of Object.entries(JOINED)) {
      const email = `${username}@example.org`
      const user = await insertUser(backDated(transaction, daysAgo(days)), {
        username,
        email,
        passwordHash,
        role: 'user',
      })
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
      if (lost) await markLost(transaction, { id }, LostForm.parse(lost), { person, request: { id: 'demo' } })
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
  const email = `${username}@example.org`
  const { id } = await insertUser(backDated(transaction, daysAgo(200)), {
    ...{ username, email, passwordHash, role: 'admin' },
  })
  await confirmEmail(transaction, id)
  await transaction.updateTable('users').set({ duties }).where('id', '=', id).execute()
}
