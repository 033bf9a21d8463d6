import { fillPath } from './call.ts'

type Names<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Params<P extends string> = { [K in Names<P>]: string | number }

function page<const P extends string>(pattern: P) {
  return {
    pattern,
    /** The address of this page; an empty or missing search value is left out. */
    to(params: Params<P>, search: Record<string, string | number | null | undefined> = {}): string {
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries(search)) if (value || value === 0) query.set(name, String(value))
      return fillPath(pattern, params) + (query.size > 0 ? `?${query}` : '')
    },
  }
}

/** Every page of the site. The server serves these; any other address redirects to the home page. */
export const paths = {
  home: page('/'),
  petDetail: page('/pet-detail/{petId}'),
  login: page('/login'),
  register: page('/register'),
  complaint: page('/complaint'),
  regularMembership: page('/regular-membership'),
  premiumMembership: page('/premium-membership'),
  receipt: page('/receipt/{token}'),
  dashboard: page('/dashboard'),
  account: page('/account'),

  myPets: page('/user'),
  petForm: page('/user/pet-form'),
  petFormFor: page('/user/pet-form/{petId}'),
  myMembership: page('/user/membership'),

  admin: page('/admin'),
  allPets: page('/admin/pets'),
  adminPetForm: page('/admin/pets/add'),
  users: page('/admin/users'),
  generateQr: page('/generate-qr'),
  complaints: page('/admin/complaints'),
  complaintDetail: page('/admin/complaints/{id}'),
  plans: page('/admin/memberships/plans'),
  addPlan: page('/admin/memberships/plans/add'),
  editPlan: page('/admin/memberships/plans/edit/{id}'),
  membershipReport: page('/admin/memberships/reports/membership'),
  paymentReport: page('/admin/memberships/reports/payment'),
} as const
