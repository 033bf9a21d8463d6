import { normalizePetId } from './pets/pet-id.ts'
import { localPath } from './platform/urls.ts'
import type { LoginReason } from './site/public-pages.ts'
import { ADMIN, OWN, type PageFacts, page, visitorPaths } from './visitor-paths.ts'

export type { Area, PageFacts } from './visitor-paths.ts'

/** Every page of the site. Any other address redirects to the home page. */
export const paths = {
  ...visitorPaths,

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
  myComplaints: page('/user/complaints', OWN),

  allPets: page('/admin/pets', ADMIN),
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

export type ShellPage = Exclude<PageName, WholePage>

/** The page at a path, with or without a slash at its end; null where there is none. */
export function pageAt(path: string): Page | null {
  const isHere = ({ pattern }: Page) => new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}/?$`).test(path)
  return Object.values(paths).find(isHere) ?? null
}

/** True if a person of this role, or a visitor (null), may see a page. */
export function maySee({ who }: PageFacts, role: string | null): boolean {
  if (who === 'anyone') return true
  return who === 'signed-in' ? role !== null : role === who
}

/** The pattern of a page, or of a file, as routers write it: `/pet-detail/:petId`. */
export function routeOf({ pattern }: { pattern: string }): string {
  return pattern.replace(/\{(\w+)\}/g, ':$1')
}

/** The address to return to after a login, and why that address has led to it. */
export function cameFor(next: string | null): { next: string | null; reason: LoginReason } {
  const tag = tagOf(next)
  if (tag) return { next, reason: { kind: 'tag', tag } }
  return { next, reason: needsLogin(next) ? { kind: 'page' } : null }
}

/** The tag that `next` is about: its page, or the form that registers a pet for it. Null for any other address. */
function tagOf(next: string | null): string | null {
  const path = localPath(next)
  if (!path) return null
  const { pathname, searchParams } = new URL(path, 'http://this.site')
  const page = pageAt(pathname)
  if (page === paths.petDetail) return normalizePetId(pathname.split('/').at(-1) ?? '')
  return page === paths.petForm ? normalizePetId(searchParams.get('tag') ?? '') : null
}

/** True if visitors may not see the page at `next`. */
function needsLogin(next: string | null): boolean {
  const path = localPath(next)
  const page = path && pageAt(new URL(path, 'http://this.site').pathname)
  return !!page && !maySee(page, null)
}
