import type { Language } from '@petsetu/languages/languages.ts'

/** The picture used for every account. */
export const DEFAULT_AVATAR = '/default-avatar.svg'

/** Its scope is the whole site, so it is not below a folder. */
export const SERVICE_WORKER_PATH = '/service-worker.js'

/** The manifest makes the site an app that can be installed. */
export const MANIFEST_PATH = '/manifest.webmanifest'

/** Width and height are those of the file in pixels. The address changes with the picture. */
export type LogoPicture = { url: string; width: number; height: number }

type Size = { width: number; height: number }

/** The size at which a picture fits into a box; it is never enlarged. */
export function sizeWithin({ width, height }: Size, box: Size): Size {
  const scale = Math.min(1, box.width / width, box.height / height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** A number to call when an animal is in danger; without a label, the number alone says it. */
export type EmergencyNumber = { label: string; phone: string }

/** Stands for the least fee in a sentence about it. */
export const FEE_PLACEHOLDER = '{amount}'

/** The complaint form's sentence about its fee in each language; empty for the sentence that comes with the program. */
export type FeeTexts = Record<Language, string>

/** Facts about the installation for every page: set at run time, the same for all visitors. */
export type Site = Pick<LegalDetails, 'legalName' | 'legalAddress' | 'contactEmail' | 'helplinePhone'> & {
  foundationName: string
  /** The foundation's marketing site, without a trailing slash. */
  marketingUrl: string
  /** The target of the header's donate link: a path of this site, or a web address. */
  donateUrl: string
  /** The foundation's own logo in place of ours; null if it has none. */
  logo: LogoPicture | null
  developerCredit: string
  /** True if the complaint form is stored for use without a connection. */
  hasServiceWorker: boolean
  /** The origin in QR codes, without a trailing slash. */
  publicUrl: string
  /** The URL of the payment provider's checkout script. */
  checkoutUrl: string
  /** The longest time until a complaint is to be dealt with, in days. */
  complaintDaysMax: number
}

/** Further facts, for the pages that the browser renders. */
export type AppSite = Site & {
  emergencyNumbers: EmergencyNumber[]
  feeTexts: FeeTexts
}

/** The keeper of an installation. A text that is not set is empty. */
export type LegalDetails = {
  /** The name of the trust, society or company; without one, the foundation's name. */
  legalName: string
  /** The postal address, on one line. */
  legalAddress: string
  contactEmail: string
  /** The helpline's number, as people read it; null if there is none. */
  helplinePhone: string | null
  registrationNumber: string
  foundationPan: string
  grievanceOfficerName: string
  grievanceOfficerEmail: string
}
