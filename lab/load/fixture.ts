import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, inject } from 'vitest'
import { aJpeg, complaintParts, FORM_TYPE, filePart, formBytes, MIB } from '../../server/test/attachments.ts'
import { anAdmin, aPet, aPlan, aUser, PASSWORD, PET_FORM } from '../../server/test/factories.ts'
import { testDatabase } from '../../server/test/harness.ts'
import type { Asked } from '../../server/test/offered-load.ts'
import { keepRow, type Row } from './rows.ts'

const PETS = 40

// Nothing listens here: for profiles that do not involve payments.
export const UNREACHABLE_URL = 'http://127.0.0.1:9'

/** A database with users, pets and plans, and the requests of visitors and admins. Dropped after the test file. */
export async function createFixture() {
  const database = await testDatabase()
  afterAll(() => database.drop())
  const owner = await aUser(database.db)
  const admin = await anAdmin(database.db)
  await aPlan(database.db)
  const pets = await Promise.all(Array.from({ length: PETS }, () => aPet(database.db, owner)))
  const asOwner = { authorization: `Bearer ${owner.token}` }
  const asAdmin = { authorization: `Bearer ${admin.token}` }
  const json = { 'content-type': 'application/json' }
  const photo = formBytes([...complaintParts(), filePart(aJpeg(MIB), 'proof.jpg')])

  const requests = {
    scan: (count = 0): Asked => ({ what: 'scan', path: `/pet-detail/${pets[count % PETS]?.petId}` }),
    home: (): Asked => ({ what: 'home', path: '/' }),
    plans: (): Asked => ({ what: 'plans', path: '/api/memberships/plans/regular' }),
    ownPets: (): Asked => ({ what: 'own pets', path: '/pets?page=1&limit=20', headers: asOwner }),
    adminList: (): Asked => ({ what: 'admin list', path: '/admin/pets?page=1&limit=20', headers: asAdmin }),
    report: (): Asked => ({
      what: 'report',
      path: '/api/admin/memberships/reports/payment?page=1&limit=20',
      headers: asAdmin,
    }),
    write: (): Asked => ({
      what: 'write',
      method: 'PUT',
      path: `/pets/${pets[0]?.id}`,
      headers: { ...asOwner, ...json },
      body: JSON.stringify(PET_FORM),
    }),
    signin: (): Asked => ({
      what: 'sign-in',
      method: 'POST',
      path: '/auth/signin',
      headers: json,
      body: JSON.stringify({ username: owner.username, password: PASSWORD }),
    }),
    complaint: (): Asked => ({
      what: 'complaint',
      method: 'POST',
      path: '/api/complaints/submit',
      headers: { 'content-type': FORM_TYPE },
      body: photo,
    }),
  }

  /** A mix of requests, mostly scans. */
  function visit(count: number): Asked {
    const turn = (count * 37) % 100
    if (turn < 55) return requests.scan(count)
    if (turn < 70) return turn % 2 ? requests.home() : requests.plans()
    if (turn < 80) return requests.ownPets()
    if (turn < 88) return requests.adminList()
    if (turn < 93) return requests.report()
    if (turn < 97) return requests.write()
    return turn < 99 ? requests.signin() : requests.complaint()
  }

  return { ...database, owner, admin, asAdmin, requests, visit }
}

export const seconds = (count: number): Promise<void> => pause(count * 1_000)

/** Saves the profile's row for the final table, and fails if the goal was missed. */
export async function reportProfile(row: Row): Promise<void> {
  await keepRow(inject('rowsFile'), expect.getState().testPath ?? '', row)
  expect(row.faults.slice(0, 10)).toEqual([])
  expect(row.isReached, `${row.profile}: ${row.goal}; it came to ${row.reached}`).toBe(true)
}
