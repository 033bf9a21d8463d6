import { ADMIN, OWN, page, visitorPaths } from './visitor-paths.ts'

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

/** The pages that the browser renders. */
export type ShellPage = Exclude<PageName, WholePage>
