import type { Purpose } from './platform/purposes.ts'

type Names<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Params<P extends string> = { [K in Names<P>]: string | number }

/** The header and menu around a page. */
export type Area = 'public' | 'own' | 'admin'

/** Facts about a page for the server, the browser and the tests alike. */
export type PageFacts = {
  /** A page that only redirects has none. */
  readonly area?: Area
  /** `signed-in` is everybody with an account, `user` one without admin rights. */
  readonly who: 'anyone' | 'signed-in' | 'user' | 'admin'
  /** The purpose that is paid on it, if any: only there, and behind a pay link, may the payment provider's script be loaded. */
  readonly pays?: Purpose
  /** `whole` if the server renders all of it; the other pages are a shell that the browser fills. */
  readonly rendered?: 'whole'
}

const RENDERED = { area: 'public', who: 'anyone', rendered: 'whole' } as const
export const OWN = { area: 'own', who: 'user' } as const
export const ADMIN = { area: 'admin', who: 'admin' } as const

export function page<const P extends string, const F extends PageFacts>(pattern: P, facts: F) {
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

/** The pages that everybody can open, and those to which they lead. Pages for visitors load this table alone, because their size is limited. */
export const visitorPaths = {
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
  receipt: page('/receipt/{token}', RENDERED),
  pay: page('/pay/{token}', RENDERED),
  mailPreferences: page('/mail-preferences/{token}', RENDERED),
  privacy: page('/privacy', RENDERED),
  privacyRequest: page('/privacy/request', RENDERED),
  terms: page('/terms', RENDERED),
  refunds: page('/refunds', RENDERED),
  contact: page('/contact', RENDERED),
  dashboard: page('/dashboard', { who: 'anyone' }),
  account: page('/account', { ...OWN, who: 'signed-in' }),
  myPets: page('/user', OWN),
  memberCard: page('/user/membership/card', OWN),
  petForm: page('/user/pet-form', OWN),
  admin: page('/admin', ADMIN),
  adminPetForm: page('/admin/pets/add', ADMIN),
} as const

/** Fills the parameters into a path, URL-encoded. */
export function fillPath(pattern: string, params: Record<string, string | number> = {}): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${pattern} needs ${name}`)
    return encodeURIComponent(String(value))
  })
}

/** The call that ends a session. Outside the table of calls, so that public pages can make it without loading zod. */
export const SIGN_OUT = { method: 'POST', path: '/auth/signout' } as const
