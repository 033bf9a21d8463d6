import { type Page, type PageName, pageAt, paths } from './paths.ts'
import { hasDuty, type NeededDuty, type WithDuties } from './people/duties.ts'

/** The duty that an admin needs for each page of the admin area: that of the calls that the page makes, or one of several. */
const PAGE_DUTIES: Record<AdminPage, readonly [NeededDuty, ...NeededDuty[]]> = {
  admin: ['any'],
  allPets: ['pets'],
  adminPetForm: ['pets'],
  editPet: ['pets'],
  generateQr: ['pets'],
  adminCamps: ['pets'],
  adminCamp: ['pets'],
  communityAnimals: ['pets'],
  // Members are imported there, too.
  imports: ['pets', 'members'],
  importDetail: ['pets', 'members'],
  users: ['members'],
  user: ['members'],
  complaints: ['cases'],
  enterComplaint: ['cases'],
  caseAnswers: ['cases'],
  complaintDetail: ['cases'],
  foundAbuse: ['cases'],
  mails: ['settings'],
  settings: ['settings'],
  privacyRequests: ['privacy'],
  privacyCase: ['privacy'],
  correction: ['privacy'],
  grievances: ['privacy'],
  grievance: ['privacy'],
  breaches: ['privacy'],
  breach: ['privacy'],
  donations: ['money'],
  plans: ['members'],
  addPlan: ['members'],
  editPlan: ['members'],
  membershipReport: ['members'],
  paymentReport: ['money'],
  audit: ['settings'],
  consents: ['privacy'],
  desk: ['money'],
  settlements: ['money'],
  financialYears: ['money'],
}

type AdminPage = { [N in PageName]: (typeof paths)[N] extends { area: 'admin' } ? N : never }[PageName]

/** Returns the duties for a page, of which an admin needs one; `any` for pages of other areas. */
export function dutiesOf(page: Page): readonly [NeededDuty, ...NeededDuty[]] {
  const name = (Object.keys(PAGE_DUTIES) as AdminPage[]).find((one) => paths[one] === page)
  return name ? PAGE_DUTIES[name] : ['any']
}

export function mayOpen(path: string, admin: WithDuties): boolean {
  const page = pageAt(path.split('?')[0] ?? path)
  return page === null || dutiesOf(page).some((duty) => hasDuty(admin, duty))
}
