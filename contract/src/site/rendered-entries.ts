import type { PublicPage } from './public-pages.ts'

/** The script of each server-rendered page, below `web/`. Its texts are the bundle of the same name. */
export const RENDERED_ENTRIES = {
  home: 'src/site/home/home-entry.tsx',
  petDetail: 'src/pets/public/pet-detail-entry.tsx',
  finder: 'src/pets/found/public/finder-entry.tsx',
  community: 'src/pets/community/public/street-entry.tsx',
  lost: 'src/pets/lost/public/lost-entry.tsx',
  member: 'src/supporters/memberships/public/member-entry.tsx',
  follow: 'src/complaints/follow/follow-entry.tsx',
  receipt: 'src/payments/receipts/receipt-entry.tsx',
  pay: 'src/payments/links/pay-entry.tsx',
  legal: 'src/site/legal/legal-entry.tsx',
  contact: 'src/site/legal/contact-entry.tsx',
  login: 'src/people/auth/sign-in/login-entry.tsx',
  register: 'src/people/auth/register-entry.tsx',
  recovery: 'src/people/auth/recovery/recovery-entry.tsx',
  privacyRequest: 'src/people/privacy/privacy-entry.tsx',
  preferences: 'src/office/mails/preferences/preferences-entry.tsx',
  complaint: 'src/complaints/file/complaint-entry.tsx',
  payComplaint: 'src/complaints/pay/pay-complaint-entry.tsx',
  membership: 'src/supporters/memberships/register/registration-entry.tsx',
  donate: 'src/supporters/donations/give/donate-entry.tsx',
} as const satisfies Record<PublicPage['name'], string>

export const RENDERED_NAMES = Object.keys(RENDERED_ENTRIES) as PublicPage['name'][]
