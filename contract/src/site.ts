import type { LegalDetails } from './legal-details.ts'

/** Facts about the installation for every page: set at run time, the same for all visitors. */
export type Site = Pick<LegalDetails, 'legalName' | 'legalAddress' | 'contactEmail' | 'helplinePhone'> & {
  foundationName: string
  /** The foundation's marketing site, without a trailing slash. */
  marketingUrl: string
  /** Whether the header's donate link leads to our own page, and not to the marketing site. */
  hasDonatePage: boolean
  developerCredit: string
  /** Whether the complaint form is kept for use without a connection. */
  hasServiceWorker: boolean
  /** The helpline's number, as people read it; null if there is none. */
  helplinePhone: string | null
  /** The origin in QR codes, without a trailing slash. */
  publicUrl: string
  /** The URL of the payment provider's checkout script. */
  checkoutUrl: string
}
