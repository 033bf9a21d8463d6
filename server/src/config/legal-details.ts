import type { LegalDetails } from '@petsetu/contract/legal-details.ts'
import type { Settings } from './settings.ts'

// Only outside production: nobody may be told to write to an address that is not the foundation's.
const EXAMPLES = {
  LEGAL_NAME: 'Karuna Animal Welfare Trust',
  LEGAL_ADDRESS: '12 Example Road, Shivaji Nagar, Pune 411005',
  CONTACT_EMAIL: 'care@karuna-foundation.example',
  HELPLINE_PHONE: '+91 20 5550 1234',
  REGISTRATION_NUMBER: 'E-0000 (Pune)',
  FOUNDATION_PAN: 'AAATK0000A',
  GRIEVANCE_OFFICER_NAME: 'Asha Kulkarni',
  GRIEVANCE_OFFICER_EMAIL: 'grievance@karuna-foundation.example',
} satisfies Partial<Settings>

/** Returns the facts of the keeper of this installation. In production, details that are not set are empty, and the pages leave them out. */
export function legalDetails(settings: Settings): LegalDetails {
  const isProduction = settings.NODE_ENV === 'production'
  const shown = (name: keyof typeof EXAMPLES) => settings[name] ?? (isProduction ? '' : EXAMPLES[name])
  return {
    legalName: shown('LEGAL_NAME') || settings.FOUNDATION_NAME,
    legalAddress: shown('LEGAL_ADDRESS'),
    contactEmail: shown('CONTACT_EMAIL'),
    helplinePhone: shown('HELPLINE_PHONE') || null,
    registrationNumber: shown('REGISTRATION_NUMBER'),
    foundationPan: shown('FOUNDATION_PAN'),
    grievanceOfficerName: shown('GRIEVANCE_OFFICER_NAME'),
    grievanceOfficerEmail: shown('GRIEVANCE_OFFICER_EMAIL'),
  }
}
