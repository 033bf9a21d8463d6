import { paths } from '@petsetu/contract/paths.ts'
import type { Page } from '@playwright/test'
import { ADMIN, type Site } from './fixtures.ts'

const OWNER = { username: 'meera', password: 'demo-password' }

type Person = 'visitor' | 'owner' | 'admin'
type Session = { accessToken: string }

/** The ids in the addresses of the demo's pages. */
export type Demo = {
  sessions: { visitor: null; owner: Session; admin: Session }
  pet: { id: number; petId: string }
  blankTag: string
  complaint: number
  plan: number
  receipt: string
}

export type DemoPage = {
  name: string
  person: Person
  pattern: string
  address: (demo: Demo) => string
}

/** Every page of the site, with the demo user who sees it. */
export const EVERY_PAGE: DemoPage[] = [
  at('home', 'visitor', paths.home, () => paths.home.to({})),
  at('pet', 'visitor', paths.petDetail, ({ pet }) => paths.petDetail.to(pet)),
  at('blank-tag', 'visitor', paths.petDetail, ({ blankTag }) => paths.petDetail.to({ petId: blankTag })),
  at('unknown-tag', 'visitor', paths.petDetail, () => paths.petDetail.to({ petId: 'ABCDEFGHJKLM' })),
  at('login', 'visitor', paths.login, () => paths.login.to({})),
  at('register', 'visitor', paths.register, () => paths.register.to({})),
  at('complaint', 'visitor', paths.complaint, () => paths.complaint.to({})),
  at('regular-membership', 'visitor', paths.regularMembership, () => paths.regularMembership.to({})),
  at('premium-membership', 'visitor', paths.premiumMembership, () => paths.premiumMembership.to({})),
  at('receipt', 'visitor', paths.receipt, ({ receipt }) => receipt),
  at('my-pets', 'owner', paths.myPets, () => paths.myPets.to({})),
  at('add-pet', 'owner', paths.petForm, () => paths.petForm.to({})),
  at('edit-pet', 'owner', paths.petFormFor, ({ pet }) => paths.petFormFor.to({ petId: pet.id })),
  at('my-membership', 'owner', paths.myMembership, () => paths.myMembership.to({})),
  at('account', 'owner', paths.account, () => paths.account.to({})),
  at('dashboard', 'admin', paths.admin, () => paths.admin.to({})),
  at('all-pets', 'admin', paths.allPets, () => paths.allPets.to({})),
  at('add-pet-as-admin', 'admin', paths.adminPetForm, () => paths.adminPetForm.to({})),
  at('users', 'admin', paths.users, () => paths.users.to({})),
  at('generate-qr', 'admin', paths.generateQr, () => paths.generateQr.to({}, { state: 'blank' })),
  at('complaints', 'admin', paths.complaints, () => paths.complaints.to({})),
  at('complaint-detail', 'admin', paths.complaintDetail, ({ complaint: id }) => paths.complaintDetail.to({ id })),
  at('plans', 'admin', paths.plans, () => paths.plans.to({})),
  at('add-plan', 'admin', paths.addPlan, () => paths.addPlan.to({})),
  at('edit-plan', 'admin', paths.editPlan, ({ plan: id }) => paths.editPlan.to({ id })),
  at('membership-report', 'admin', paths.membershipReport, () => paths.membershipReport.to({})),
  at('payment-report', 'admin', paths.paymentReport, () => paths.paymentReport.to({})),
]

function at(name: string, person: Person, { pattern }: { pattern: string }, address: (demo: Demo) => string): DemoPage {
  return { name, person, pattern, address }
}

/** Signs in as the demo's users and finds the ids of its records. */
export async function findDemo(site: Site): Promise<Demo> {
  const owner = await site.call<Session>('POST', '/auth/signin', OWNER)
  const admin = await site.call<Session>('POST', '/auth/signin', ADMIN)
  const pets = await site.call<Demo['pet'][]>('GET', '/pets', null, owner.accessToken)
  const tags = await site.call<{ petId: string; state: string }[]>('GET', '/admin/tags', null, admin.accessToken)
  const memberships = await site.call<{ data: { receipt_path: string | null }[] }>(
    'GET',
    '/api/memberships/history',
    null,
    owner.accessToken,
  )
  const complaints = await list<{ id: number; fullname: string }>('/api/admin/complaints')
  const plans = await list<{ id: number; name: string }>('/api/admin/memberships/plans')

  async function list<Row>(target: string): Promise<Row[]> {
    return (await site.call<{ data: Row[] }>('GET', target, null, admin.accessToken)).data
  }
  return {
    sessions: { visitor: null, owner, admin },
    pet: found(pets.at(-1)),
    blankTag: found(tags.find(({ state }) => state === 'blank')).petId,
    complaint: found(complaints.find(({ fullname }) => fullname === 'Complainant 3')).id,
    plan: found(plans.find(({ name }) => name === 'Guardian')).id,
    receipt: found(memberships.data.find(({ receipt_path }) => receipt_path)).receipt_path ?? '',
  }
}

function found<T>(thing: T | undefined): T {
  if (!thing) throw new Error('The demo has changed: something that a page is about is no longer there')
  return thing
}

/** Opens a page as its user and waits until it has loaded completely. */
export async function openPage(
  page: Page,
  demo: Demo,
  { person, address }: DemoPage,
  { isWaitedFor = true } = {},
): Promise<void> {
  const session = demo.sessions[person]
  if (session) {
    await page.addInitScript((user) => localStorage.setItem('user', user), JSON.stringify(session))
  }
  await page.goto(address(demo))
  await page.getByRole('heading', { level: 1 }).waitFor()
  if (isWaitedFor) await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}
