import { type PageFacts, type PageName, paths } from '@petsetu/contract/paths.ts'
import { expect, type Page } from '@playwright/test'
import { ADMIN, type Site } from './fixtures.ts'

const OWNER = { username: 'meera', password: 'demo-password' }

type Person = 'visitor' | 'owner' | 'admin'
type Session = { accessToken: string; id: number }

/** The ids in the addresses of the demo's pages. */
export type Demo = {
  sessions: { visitor: null; owner: Session; admin: Session }
  pet: { id: number; petId: string }
  userId: number
  lostTag: string
  /** Its owner hides how to be reached. */
  hiddenTag: string
  blankTag: string
  /** The tag of an animal of the street. */
  streetTag: string
  complaint: number
  /** A grievance that was written down at the desk. */
  grievance: number
  /** A breach of data about which no letters have gone out. */
  breach: number
  /** The token of a link to that complaint. */
  followToken: string
  payToken: string
  plan: number
  /** A request about the data of the demo's owner. */
  privacyRequest: number
  /** The last camp at which something was done. */
  camp: number
  /** An import that was checked, with a row that is wrong. */
  importId: number
  receipt: string
  /** The page behind the owner's membership card. */
  memberPath: string
  /** A conversation about the pet: the finder's page, and the owner's number of it. */
  thread: { path: string; id: number }
}

export type DemoPage = {
  name: string
  person: Person
  page: PageName
  address: (demo: Demo) => string
}

const PERSONS: Record<PageFacts['who'], Person> = {
  anyone: 'visitor',
  'signed-in': 'owner',
  user: 'owner',
  admin: 'admin',
}

/** Every page of the site, with the demo user who sees it. */
export const EVERY_PAGE: DemoPage[] = [
  at('home', 'home'),
  at('pet', 'petDetail', ({ pet }) => paths.petDetail.to(pet)),
  at('pet-lost', 'petDetail', ({ lostTag }) => paths.petDetail.to({ petId: lostTag })),
  at('pet-hidden', 'petDetail', ({ hiddenTag }) => paths.petDetail.to({ petId: hiddenTag })),
  at('blank-tag', 'petDetail', ({ blankTag }) => paths.petDetail.to({ petId: blankTag })),
  at('street', 'petDetail', ({ streetTag }) => paths.petDetail.to({ petId: streetTag })),
  at('unknown-tag', 'petDetail', () => paths.petDetail.to({ petId: 'ABCDEFGHJKLM' })),
  at('found-form', 'foundForm', ({ pet }) => paths.foundForm.to(pet)),
  at('finder-thread', 'finderThread', ({ thread }) => thread.path),
  at('lost-pets', 'lostPets'),
  at('login', 'login'),
  at('register', 'register'),
  at('forgot-password', 'forgotPassword'),
  at('reset-password', 'resetPassword', () => paths.resetPassword.to({}, { token: 'x' })),
  at('confirm-email', 'confirmEmail', () => paths.confirmEmail.to({}, { token: 'x' })),
  at('undo-email-change', 'undoEmailChange', () => paths.undoEmailChange.to({}, { token: 'x' })),
  at('complaint', 'complaint'),
  at('pay-complaint', 'payComplaint'),
  at('track-complaint', 'trackComplaint'),
  at('follow-complaint', 'followComplaint', ({ followToken: token }) => paths.followComplaint.to({ token })),
  at('pay-link', 'pay', ({ payToken: token }) => paths.pay.to({ token })),
  at('pay-link-unknown', 'pay', () => paths.pay.to({ token: 'x'.repeat(43) })),
  at('regular-membership', 'regularMembership'),
  at('premium-membership', 'premiumMembership'),
  at('donate', 'donate'),
  // The demo has sent no reminder.
  at('mail-preferences', 'mailPreferences', () => paths.mailPreferences.to({ token: 'x'.repeat(22) })),
  at('privacy', 'privacy'),
  at('privacy-request', 'privacyRequest'),
  at('terms', 'terms'),
  at('refunds', 'refunds'),
  at('contact', 'contact'),
  at('member', 'member', ({ memberPath }) => memberPath),
  at('member-unknown', 'member', () => paths.member.to({ token: 'x'.repeat(32) })),
  at('receipt', 'receipt', ({ receipt }) => receipt),
  at('my-pets', 'myPets'),
  at('add-pet', 'petForm'),
  at('edit-pet', 'petFormFor', ({ pet }) => paths.petFormFor.to({ petId: pet.id })),
  at('found', 'found'),
  at('found-thread', 'foundThread', ({ thread }) => paths.foundThread.to(thread)),
  at('my-complaints', 'myComplaints'),
  at('care', 'care', ({ pet }) => paths.care.to({ petId: pet.petId })),
  at('street-animal', 'communityAnimal', () => paths.communityAnimal.to({ petId: 'new' })),
  at('lost-pet', 'lostPet', ({ pet }) => paths.lostPet.to({ petId: pet.petId })),
  at('camps', 'camps'),
  at('camp', 'camp', ({ camp: id }) => paths.camp.to({ id })),
  at('my-membership', 'myMembership'),
  at('member-card', 'memberCard'),
  at('account', 'account'),
  at('dashboard', 'admin'),
  at('all-pets', 'allPets'),
  at('add-pet-as-admin', 'adminPetForm'),
  at('edit-pet-as-admin', 'editPet', ({ pet }) => paths.editPet.to({ id: pet.id })),
  at('street-animals', 'communityAnimals'),
  at('found-abuse', 'foundAbuse'),
  at('privacy-requests', 'privacyRequests'),
  at('grievances', 'grievances'),
  at('grievance', 'grievance', ({ grievance: id }) => paths.grievance.to({ id })),
  at('privacy-case', 'privacyCase', ({ privacyRequest: id }) => paths.privacyCase.to({ id })),
  at('correction', 'correction', ({ complaint: id }) => paths.correction.to({ purpose: 'complaint', id })),
  at('breaches', 'breaches'),
  at('breach', 'breach', ({ breach: id }) => paths.breach.to({ id })),
  at('imports', 'imports'),
  at('import', 'importDetail', ({ importId: id }) => paths.importDetail.to({ area: 'pets', id })),
  at('users', 'users'),
  at('user', 'user', ({ userId: id }) => paths.user.to({ id })),
  at('generate-qr', 'generateQr', () => paths.generateQr.to({}, { state: 'blank' })),
  at('admin-camps', 'adminCamps'),
  at('new-camp', 'adminCamps', () => paths.adminCamps.to({}, { edit: 'new' })),
  at('admin-camp', 'adminCamp', ({ camp: id }) => paths.adminCamp.to({ id })),
  at('complaints', 'complaints'),
  at('enter-complaint', 'enterComplaint'),
  at('case-answers', 'caseAnswers'),
  at('new-answer', 'caseAnswers', () => paths.caseAnswers.to({}, { edit: 'new' })),
  at('complaint-detail', 'complaintDetail', ({ complaint: id }) => paths.complaintDetail.to({ id })),
  at('mails', 'mails'),
  at('donations', 'donations'),
  at('desk', 'desk'),
  at('settlements', 'settlements'),
  at('financial-years', 'financialYears'),
  at('settings', 'settings'),
  at('plans', 'plans'),
  at('add-plan', 'addPlan'),
  at('edit-plan', 'editPlan', ({ plan: id }) => paths.editPlan.to({ id })),
  at('membership-report', 'membershipReport'),
  at('payment-report', 'paymentReport'),
  at('audit', 'audit'),
  at('consents', 'consents', () => paths.consents.to({}, { purpose: 'signup' })),
]

/** The name of its pictures, the page, and its address where that is not the page's pattern. */
function at(name: string, page: PageName, address: (demo: Demo) => string = () => paths[page].pattern): DemoPage {
  return { name, page, person: PERSONS[paths[page].who], address }
}

export function pageNamed(name: string): DemoPage {
  const entry = EVERY_PAGE.find((page) => page.name === name)
  if (!entry) throw new Error(`There is no page ${name}`)
  return entry
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
  const card = await site.call<{ data: { path: string } }>('GET', '/api/memberships/card', null, owner.accessToken)
  const complaints = await list<{ id: number; fullname: string }>('/api/admin/complaints?page=1&limit=100')
  const camps = await site.call<{ id: number; works: number }[]>('GET', '/api/admin/camps', null, admin.accessToken)
  const plans = await list<{ id: number; name: string }>('/api/admin/memberships/plans')

  async function list<Row>(target: string): Promise<Row[]> {
    return (await site.call<{ data: Row[] }>('GET', target, null, admin.accessToken)).data
  }
  async function tagOf(name: string): Promise<string> {
    const target = `/admin/pets?search=${name}`
    return found((await site.call<Demo['pet'][]>('GET', target, null, admin.accessToken))[0]).petId
  }
  const pet = found(pets.at(-1))
  const complaint = found(complaints.find(({ fullname }) => fullname === 'Complainant 3')).id
  return {
    sessions: { visitor: null, owner, admin },
    pet,
    userId: owner.id,
    thread: await aThread(site, pet.petId, owner.accessToken),
    lostTag: await tagOf('Bruno'),
    hiddenTag: await tagOf('Zoya'),
    blankTag: found(tags.find(({ state }) => state === 'blank')).petId,
    streetTag: found((await list<{ petId: string }>('/api/admin/community?search=Kaalu'))[0]).petId,
    complaint,
    grievance: found(
      (await list<{ id: number; way: string }>('/api/admin/grievances')).find(({ way }) => way === 'desk'),
    ).id,
    breach: found((await list<{ id: number }>('/api/admin/breaches'))[0]).id,
    followToken: await aFollowToken(site, complaint),
    payToken: await aPayToken(site, complaint),
    importId: await anImport(site, admin.accessToken),
    plan: found(plans.find(({ name }) => name === 'Guardian')).id,
    privacyRequest: await aPrivacyRequest(site, owner),
    camp: found(camps.find(({ works }) => works > 0)).id,
    memberPath: card.data.path,
    receipt: found(memberships.data.find(({ receipt_path }) => receipt_path)).receipt_path ?? '',
  }
}

/** The token of a link to a complaint; the same for everybody who asks. */
async function aFollowToken(site: Site, complaint: number): Promise<string> {
  const token = 'follow-'.padEnd(43, 'x')
  await site.sql(
    "insert into follow_links (hash, complaint_id) values (sha256(convert_to($1, 'UTF8')), $2) on conflict do nothing",
    [token, complaint],
  )
  return token
}

/** The token of a pay link for a complaint that was opened; the same for everybody who asks. */
async function aPayToken(site: Site, complaint: number): Promise<string> {
  const token = 'pay-'.padEnd(43, 'x')
  await site.sql(
    "insert into pay_links (hash, purpose, subject_id, amount_paise) values (sha256(convert_to($1, 'UTF8')), 'complaint', $2, 10000) on conflict do nothing",
    [token, complaint],
  )
  // The default of created_at follows the program's clock, which stands still for the pictures; now() would be that of the database.
  await site.sql("update pay_links set opened_at = created_at where hash = sha256(convert_to($1, 'UTF8'))", [token])
  return token
}

/** The same one for everybody who asks. Only an account with a confirmed address may ask. */
async function aPrivacyRequest(site: Site, { id, accessToken }: Session): Promise<number> {
  await site.sql('update users set email_confirmed_at = coalesce(email_confirmed_at, now()) where id = $1', [id])
  const path = '/api/account/privacy-requests'
  const { data: known } = await site.call<{ data: { id: number }[] }>('GET', path, null, accessToken)
  if (known[0]) return known[0].id
  return (await site.call<{ data: { id: number } }>('POST', path, { kind: 'erase' }, accessToken)).data.id
}

/** The same one for everybody who asks: under one key, the file is stored once. */
async function anImport(site: Site, token: string): Promise<number> {
  const form = new FormData()
  form.append('kind', 'pets')
  form.append(
    'file',
    new Blob(['Animal,Type,Age,Gender,Location,Address,Contact\nMoti,Dog,3 years,it,Pune,12 Neem Road,987']),
    'pets.csv',
  )
  const response = await fetch(`${site.url}/api/admin/imports/pets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'import-of-every-page' },
    body: form,
  })
  const { data } = (await response.json()) as { data: { id: number; state: string; columns: object } }
  const path = `/api/admin/imports/pets/${data.id}`
  if (data.state === 'uploaded') await site.call('PUT', `${path}/columns`, { columns: data.columns }, token)
  const read = () => site.call<{ data: { state: string } }>('GET', path, null, token)
  await expect.poll(async () => (await read()).data.state).toBe('checked')
  return data.id
}

/** The same one for everybody who asks: a repeated message within ten minutes adds nothing. */
async function aThread(site: Site, petId: string, ownerToken: string): Promise<Demo['thread']> {
  const message = 'He is with me, near the temple.'
  const { thread_path } = await site.call<{ thread_path: string }>('POST', `/pet-detail/${petId}/found`, { message })
  const { data } = await site.call<{ data: { id: number; pet_id: string }[] }>('GET', '/api/found', null, ownerToken)
  return { path: thread_path, id: found(data.find(({ pet_id }) => pet_id === petId)).id }
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
