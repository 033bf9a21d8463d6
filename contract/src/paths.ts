import { fillPath } from './platform/fill-path.ts'
import type { Purpose } from './platform/purposes.ts'

type Names<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Params<P extends string> = { [K in Names<P>]: string | number }

/** The header and menu around a page. */
export type Area = 'public' | 'own' | 'admin'

/** Facts about a page for the server, the browser and the tests alike. */
export type PageFacts = {
  /** None for a page that only redirects. */
  readonly area?: Area
  /** `signed-in` is everybody with an account, `user` one without admin rights. */
  readonly who: 'anyone' | 'signed-in' | 'user' | 'admin'
  /** The purpose that is paid on it, if any: only there, and behind a pay link, may the payment provider's script be loaded. */
  readonly pays?: Purpose
  /** `whole` if the server renders all of it; the other pages are a shell that the browser fills. */
  readonly rendered?: 'whole'
}

const PUBLIC = { area: 'public', who: 'anyone' } as const
const RENDERED = { ...PUBLIC, rendered: 'whole' } as const
const OWN = { area: 'own', who: 'user' } as const
const ADMIN = { area: 'admin', who: 'admin' } as const

function page<const P extends string, const F extends PageFacts>(pattern: P, facts: F) {
  return {
    ...(facts as PageFacts & F),
    pattern,
    /** The address of this page; an empty or missing search value is left out. */
    to(params: Params<P>, search: Record<string, string | number | null | undefined> = {}): string {
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries(search)) if (value || value === 0) query.set(name, String(value))
      return fillPath(pattern, params) + (query.size > 0 ? `?${query}` : '')
    },
  }
}

/** Every page of the site. Any other address redirects to the home page. */
export const paths = {
  home: page('/', RENDERED),
  petDetail: page('/pet-detail/{petId}', RENDERED),
  foundForm: page('/pet-detail/{petId}/found', RENDERED),
  lostPets: page('/lost', RENDERED),
  finderThread: page('/found/{token}', RENDERED),
  login: page('/login', RENDERED),
  register: page('/register', RENDERED),
  forgotPassword: page('/forgot-password', RENDERED),
  resetPassword: page('/reset-password', RENDERED),
  confirmEmail: page('/confirm-email', RENDERED),
  undoEmailChange: page('/undo-email-change', RENDERED),
  complaint: page('/complaint', { ...RENDERED, pays: 'complaint' }),
  payComplaint: page('/complaint/pay', { ...RENDERED, pays: 'complaint' }),
  regularMembership: page('/regular-membership', { ...RENDERED, pays: 'membership' }),
  premiumMembership: page('/premium-membership', { ...RENDERED, pays: 'membership' }),
  donate: page('/donate', { ...RENDERED, pays: 'donation' }),
  member: page('/member/{token}', RENDERED),
  trackComplaint: page('/complaint/track', RENDERED),
  followComplaint: page('/complaint/follow/{token}', RENDERED),
  receipt: page('/receipt/{token}', PUBLIC),
  pay: page('/pay/{token}', RENDERED),
  mailPreferences: page('/mail-preferences/{token}', PUBLIC),
  privacy: page('/privacy', RENDERED),
  privacyRequest: page('/privacy/request', RENDERED),
  terms: page('/terms', RENDERED),
  refunds: page('/refunds', RENDERED),
  contact: page('/contact', RENDERED),
  dashboard: page('/dashboard', { who: 'anyone' }),

  account: page('/account', { ...OWN, who: 'signed-in' }),
  myPets: page('/user', OWN),
  petForm: page('/user/pet-form', OWN),
  petFormFor: page('/user/pet-form/{petId}', OWN),
  care: page('/user/care/{petId}', { ...OWN, who: 'signed-in' }),
  /** `new` in place of a tag registers one. */
  communityAnimal: page('/user/community/{petId}', { ...OWN, who: 'signed-in' }),
  lostPet: page('/user/lost/{petId}', OWN),
  found: page('/user/found', { ...OWN, who: 'signed-in' }),
  foundThread: page('/user/found/{id}', { ...OWN, who: 'signed-in' }),
  camps: page('/user/camps', { ...OWN, who: 'signed-in' }),
  camp: page('/user/camps/{id}', { ...OWN, who: 'signed-in' }),
  myMembership: page('/user/membership', OWN),
  memberCard: page('/user/membership/card', OWN),
  myComplaints: page('/user/complaints', OWN),

  admin: page('/admin', ADMIN),
  allPets: page('/admin/pets', ADMIN),
  adminPetForm: page('/admin/pets/add', ADMIN),
  editPet: page('/admin/pets/edit/{id}', ADMIN),
  communityAnimals: page('/admin/community', ADMIN),
  users: page('/admin/users', ADMIN),
  user: page('/admin/users/{id}', ADMIN),
  generateQr: page('/generate-qr', ADMIN),
  imports: page('/admin/import', ADMIN),
  importDetail: page('/admin/import/{area}/{id}', ADMIN),
  adminCamps: page('/admin/camps', ADMIN),
  adminCamp: page('/admin/camps/{id}', ADMIN),
  complaints: page('/admin/complaints', ADMIN),
  enterComplaint: page('/admin/complaints/work/new', ADMIN),
  caseAnswers: page('/admin/complaints/work/answers', ADMIN),
  complaintDetail: page('/admin/complaints/{id}', ADMIN),
  mails: page('/admin/mail', ADMIN),
  privacyRequests: page('/admin/privacy', ADMIN),
  privacyCase: page('/admin/privacy/{id}', ADMIN),
  correction: page('/admin/privacy/correct/{purpose}/{id}', ADMIN),
  grievances: page('/admin/grievances', ADMIN),
  grievance: page('/admin/grievances/{id}', ADMIN),
  breaches: page('/admin/breaches', ADMIN),
  breach: page('/admin/breaches/{id}', ADMIN),
  foundAbuse: page('/admin/found', ADMIN),
  donations: page('/admin/donations', ADMIN),
  desk: page('/admin/desk', ADMIN),
  settlements: page('/admin/settlements', ADMIN),
  financialYears: page('/admin/financial-years', ADMIN),
  settings: page('/admin/settings', ADMIN),
  plans: page('/admin/memberships/plans', ADMIN),
  addPlan: page('/admin/memberships/plans/add', ADMIN),
  editPlan: page('/admin/memberships/plans/edit/{id}', ADMIN),
  membershipReport: page('/admin/memberships/reports/membership', ADMIN),
  paymentReport: page('/admin/memberships/reports/payment', ADMIN),
  audit: page('/admin/audit', ADMIN),
  consents: page('/admin/consents', ADMIN),
} as const

export type PageName = keyof typeof paths
export type Page = (typeof paths)[PageName]

/** The pages that the server renders. */
export type WholePage = { [N in PageName]: (typeof paths)[N] extends { rendered: 'whole' } ? N : never }[PageName]

/** The pages that the browser renders. */
export type ShellPage = Exclude<PageName, WholePage>
