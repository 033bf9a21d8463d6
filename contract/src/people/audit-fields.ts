import { languages } from '@petsetu/languages/languages.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { OUTCOMES, PRIORITIES } from '../complaints/cases.ts'
import { complaintStatuses } from '../complaints/complaint-statuses.ts'
import { deskModes } from '../payments/payments.ts'
import { CAMP_KIND_TEXTS } from '../pets/camps/camp-kinds.ts'
import { CARE_KIND_TEXTS } from '../pets/care-kinds.ts'
import { purposes } from '../platform/purposes.ts'
import { labelsOf } from '../platform/registry.ts'
import type { Duty } from './duties.ts'

/** A field that a row of the audit may hold: its name on the page, and how its value is written there. */
type AuditField = {
  label: PlainId
  unit?: 'rupees' | 'paise' | 'day' | 'year' | 'tag'
  values?: Record<string, PlainId>
}

const DUTY_LABELS: Record<Duty, PlainId> = {
  pets: 'duties.pets',
  cases: 'duties.cases',
  members: 'duties.members',
  money: 'duties.money',
  settings: 'duties.settings',
  privacy: 'duties.privacy',
}
const KINDS = { ...CARE_KIND_TEXTS, ...CAMP_KIND_TEXTS }
const CATEGORIES = { regular: 'frame.regular', premium: 'frame.premium' } as const

/** The fields of the audit, by their names in the database or in a form. */
const AUDIT_FIELDS: Record<string, AuditField> = {
  added: { label: 'audit.newLines' },
  address: { label: 'labels.address' },
  addresses: { label: 'audit.addresses' },
  amount: { label: 'labels.amount', unit: 'rupees' },
  amount_paise: { label: 'labels.amount', unit: 'paise' },
  approvalDay: { label: 'settings.approvalDay', unit: 'day' },
  approvalNumber: { label: 'settings.approvalNumber' },
  approvedFrom: { label: 'settings.approvedFrom', unit: 'day' },
  approvedUntil: { label: 'settings.approvedUntil', unit: 'day' },
  as: { label: 'audit.settledAs' },
  assignee_id: { label: 'caseWork.assignee' },
  bookYears: { label: 'labels.bookYears' },
  breachBoardEmail: { label: 'settings.breachBoardEmail' },
  breachTeamEmail: { label: 'settings.breachTeamEmail' },
  by: { label: 'audit.sentBy' },
  care_id: { label: 'audit.careRecord' },
  cashDayMax: { label: 'settings.cashDayMax', unit: 'rupees' },
  category: { label: 'labels.category', values: CATEGORIES },
  certificate: { label: 'labels.certificateNo' },
  certificates: { label: 'audit.certificates' },
  complaintDueDays: { label: 'settings.dueDays' },
  contactDetails: { label: 'labels.contactDetails' },
  contactEmail: { label: 'labels.email' },
  day: { label: 'labels.careDay', unit: 'day' },
  deductibleCashMax: { label: 'settings.deductibleCashMax', unit: 'rupees' },
  deductibleNeedsPan: { label: 'settings.deductibleNeedsPan' },
  description: { label: 'labels.description' },
  description_hi: { label: 'audit.descriptionHindi' },
  description_mr: { label: 'audit.descriptionMarathi' },
  donationLink: { label: 'labels.donationLink' },
  donations: { label: 'audit.donations' },
  donationSection: { label: 'settings.donationSection' },
  due_on: { label: 'labels.dueDay', unit: 'day' },
  duplicate_of: { label: 'audit.duplicateOf' },
  duration_months: { label: 'labels.duration' },
  duties: { label: 'duties.duties', values: DUTY_LABELS },
  earlierApprovals: { label: 'settings.earlierApprovals' },
  email: { label: 'labels.email' },
  emergencyNumbers: { label: 'settings.calls' },
  features: { label: 'labels.features' },
  features_hi: { label: 'audit.featuresHindi' },
  features_mr: { label: 'audit.featuresMarathi' },
  feeTexts: { label: 'settings.fee' },
  file: { label: 'audit.file' },
  file_id: { label: 'audit.file' },
  financial_year: { label: 'auditObjects.year', unit: 'year' },
  foundationName: { label: 'labels.foundationName' },
  foundationPan: { label: 'labels.pan' },
  grievanceDataDays: { label: 'settings.grievanceDataDays' },
  grievanceOfficerEmail: { label: 'settings.grievanceEmail' },
  grievanceOfficerName: { label: 'labels.grievanceOfficer' },
  grievanceOfficerPhone: { label: 'settings.grievancePhone' },
  grievanceOfficerTitle: { label: 'settings.grievanceTitle' },
  grievanceOtherDays: { label: 'settings.grievanceOtherDays' },
  hasCertificateFile: { label: 'audit.certificateFile' },
  helplinePhone: { label: 'labels.helpline' },
  helpers: { label: 'audit.helpers' },
  hold_cause: { label: 'audit.holdCause' },
  hold_until: { label: 'labels.holdUntil', unit: 'day' },
  holdYears: { label: 'labels.holdYears' },
  internal: { label: 'caseEvents.internal' },
  key: { label: 'audit.entry' },
  kind: { label: 'labels.careKind', values: { ...KINDS, handed_over: 'desk.handedOver', received: 'desk.received' } },
  kinds: { label: 'audit.kindsOfWork', values: KINDS },
  known: { label: 'audit.knownRows' },
  language: { label: 'settings.language' },
  legalAddress: { label: 'labels.address' },
  legalName: { label: 'labels.legalName' },
  link: { label: 'audit.payLink' },
  location: { label: 'labels.location' },
  logo: { label: 'settings.logo' },
  mailSignature: { label: 'labels.mailSignature' },
  markdown: { label: 'labels.legalText' },
  marketingUrl: { label: 'labels.marketingUrl' },
  mode: { label: 'desk.mode', values: labelsOf(deskModes) },
  month: { label: 'audit.month' },
  name: { label: 'labels.name' },
  name_hi: { label: 'audit.nameHindi' },
  name_mr: { label: 'audit.nameMarathi' },
  new: { label: 'audit.newRows' },
  note: { label: 'labels.note' },
  order: { label: 'audit.order' },
  outcome: { label: 'caseWork.outcome', values: OUTCOMES },
  owner: { label: 'audit.newOwner' },
  ownerName: { label: 'labels.ownerName' },
  people: { label: 'audit.people' },
  pet: { label: 'auditObjects.pet' },
  petAge: { label: 'labels.petAge' },
  petGender: { label: 'labels.gender', values: { male: 'pets.male', female: 'pets.female' } },
  petName: { label: 'labels.petName' },
  petType: { label: 'labels.petType' },
  phone: { label: 'labels.phone' },
  photo_id: { label: 'audit.photo' },
  place: { label: 'labels.place' },
  plan: { label: 'auditObjects.plan' },
  price: { label: 'labels.price', unit: 'rupees' },
  priority: { label: 'caseWork.priority', values: PRIORITIES },
  product: { label: 'labels.careProduct' },
  purpose: { label: 'receipts.paidFor', values: labelsOf(purposes) },
  queued: { label: 'audit.queued' },
  received: { label: 'audit.received', unit: 'rupees' },
  registrationNumber: { label: 'labels.registrationNumber' },
  returned: { label: 'audit.returned', unit: 'rupees' },
  role: { label: 'audit.role' },
  settlements: { label: 'audit.settlements' },
  source: { label: 'audit.source', values: { phone: 'caseEvents.byPhone', desk: 'caseEvents.atDesk' } },
  state: { label: 'columns.status' },
  status: { label: 'columns.status', values: labelsOf(complaintStatuses) },
  stories: { label: 'settings.story' },
  storyPhoto: { label: 'settings.storyPhoto' },
  subject_id: { label: 'audit.number' },
  tag: { label: 'auditObjects.tag', unit: 'tag' },
  tags: { label: 'adminSearch.tags', unit: 'tag' },
  takesForeignMoney: { label: 'settings.takesForeignMoney' },
  text: { label: 'labels.legalText' },
  title: { label: 'labels.title' },
  to: { label: 'audit.sentTo' },
  username: { label: 'labels.username' },
  valid_until: { label: 'labels.validUntil', unit: 'day' },
  vet: { label: 'labels.vet' },
  ward: { label: 'labels.ward' },
  what: { label: 'audit.list' },
  with_name: { label: 'audit.withName' },
  without_pan: { label: 'audit.withoutPan' },
  year: { label: 'auditObjects.year', unit: 'year' },
}

/** Null for a field that no row of this version holds: an earlier version may have stored it. */
export function auditField(name: string): AuditField | null {
  return Object.hasOwn(AUDIT_FIELDS, name) ? (AUDIT_FIELDS[name] ?? null) : null
}

/** The name of a part of a value: a language by its own name, anything else as it is. */
export function auditPart(name: string): string {
  return Object.hasOwn(languages, name) ? languages[name as keyof typeof languages].name : name
}
