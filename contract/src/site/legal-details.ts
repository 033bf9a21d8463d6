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
