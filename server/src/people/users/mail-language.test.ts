import { userCalls } from '@petsetu/contract/people/users.ts'
import { foundCalls } from '@petsetu/contract/pets/found.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { expect, test } from 'vitest'
import { aConfirmedUser, anAdmin, aPet } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { aLostPet } from '../../../test/lost.ts'
import { protect } from '../../../test/second-factor.ts'
import { lostScans } from '../../pets/lost/lost-scans.ts'
import { outbox } from '../../platform/mail/outbox.ts'
import { REMINDER_RULES } from '../../reminders.ts'
import { recordConsent } from '../consents/record-consent.ts'
import { findMailLanguage } from './mail-language.ts'
import { setLanguage } from './user-queries.ts'

const app = await testApp()

/** An account that signed up in a language, and has chosen none or another one since then. */
async function anOwner(signup: Language, chosen: Language | null = null) {
  const owner = await aConfirmedUser(app.db)
  await recordConsent(app.db, { purpose: 'signup', subjectId: owner.id, language: signup })
  await setLanguage(app.db, owner.id, chosen)
  return owner
}

async function mailedIn(owner: { id: number }, kind: 'pet-found' | 'lost-scan' | 'second-factor-changed') {
  const mails = app.db.selectFrom('mails').select('language').where('user_id', '=', owner.id).where('kind', '=', kind)
  return (await mails.orderBy('id', 'desc').limit(1).executeTakeFirst())?.language
}

async function findPetOf(owner: { id: number }) {
  const { petId } = await aPet(app.db, owner)
  const body = { message: 'He is here.', contact: 'finder@example.org' }
  await app.call(foundCalls.report, { params: { petId }, body }, null, { 'accept-language': 'en' })
}

async function scanPetOf(owner: { id: number }) {
  const { petId } = await aLostPet(app.db, owner)
  const scans = lostScans({ db: app.db, enqueueMail: outbox(() => app.config, { isHeld: true }) })
  scans.add(petId)
  await scans.write()
}

async function reminderOf(owner: { id: number; email: string }) {
  const pet = await aPet(app.db, owner)
  const record = { day: '2026-03-01', valid_until: '2027-03-01', created_at: '2026-03-01T00:00:00Z' }
  await app.db
    .insertInto('care_records')
    .values({ pet_number: pet.id, kind: 'rabies', ...record })
    .execute()
  const due = await REMINDER_RULES['care-due'].findDue(app.db, new Date('2027-03-01T10:00:00+05:30'), 100)
  return due.find(({ to }) => to === owner.email)?.language
}

// MAIL-4
test('mails that others cause are in the sign-up’s language until another is chosen', async () => {
  const [marathi, choosy] = [await anOwner('mr'), await anOwner('mr', 'hi')]
  for (const owner of [marathi, choosy]) {
    await findPetOf(owner)
    await scanPetOf(owner)
  }
  expect([await mailedIn(marathi, 'pet-found'), await mailedIn(choosy, 'pet-found')]).toEqual(['mr', 'hi'])
  expect([await mailedIn(marathi, 'lost-scan'), await mailedIn(choosy, 'lost-scan')]).toEqual(['mr', 'hi'])
  expect([await reminderOf(marathi), await reminderOf(choosy)]).toEqual(['mr', 'hi'])
})

// MAIL-4, ACC-7
test('an owner whose second factor ends is told in the language of the sign-up', async () => {
  const [admin, owner] = [await anAdmin(app.db), await anOwner('hi')]
  await protect(app, owner)
  const params = { id: String(owner.id) }
  const ended = await app.call(userCalls.endSecondFactor, { params, body: { reason: 'The phone is lost' } }, admin)
  expect(ended.status).toBe(204)
  expect(await mailedIn(owner, 'second-factor-changed')).toBe('hi')
})

// MAIL-4
test('an account that an admin made has no language of its own for mails', async () => {
  expect(await findMailLanguage(app.db, (await anAdmin(app.db)).id)).toBeNull()
})
