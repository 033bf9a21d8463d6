import { isLanguage, languages } from '@petsetu/languages/languages.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { OUTCOMES, PRIORITIES } from '../complaints/cases.ts'
import { TYPE_LABELS } from '../complaints/complaint-facts.ts'
import { complaintStatuses, feeStatuses } from '../complaints/complaint-statuses.ts'
import { mailStates } from '../office/mails.ts'
import { deskModes, deskStates, paymentStatuses } from '../payments/payments.ts'
import { CAMP_KIND_TEXTS } from '../pets/camps/camp-kinds.ts'
import { CARE_KIND_TEXTS } from '../pets/care-kinds.ts'
import { tagStates } from '../pets/tags.ts'
import { purposes } from '../platform/purposes.ts'
import { labelsOf } from '../platform/registry.ts'
import { membershipStatuses } from '../supporters/membership-facts.ts'
import { ACTION_LABELS, OBJECT_LABELS } from './audit.ts'
import { PURPOSE_LABELS } from './consents.ts'
import { DUTY_LABELS } from './duty-labels.ts'

/** A field that a row of the audit may hold: its name on the page, and how its value is written there. */
type AuditField = {
  label: PlainId
  unit?: 'rupees' | 'paise' | 'day' | 'instant' | 'year' | 'tag' | 'language'
  values?: Record<string, PlainId>
}

// The page of the audit does not load the texts of camps.
const KINDS = { ...CARE_KIND_TEXTS, ...CAMP_KIND_TEXTS, tag: 'auditObjects.tag' } as const
const CATEGORIES = { regular: 'frame.regular', premium: 'frame.premium' } as const
const ROLES = { user: 'users.user', admin: 'users.admin' } as const
const YES = { yes: 'audit.yes' } as const

/** The statuses and states of everything that the audit is about. It has one word for a code that pages of several things word differently. */
const STATUSES = {
  ...labelsOf(membershipStatuses),
  ...labelsOf(paymentStatuses),
  ...labelsOf(complaintStatuses),
  here: 'communityStatus.here',
  moved: 'communityStatus.moved',
  adopted: 'communityStatus.adopted',
  died: 'communityStatus.died',
} as const
const STATES = {
  ...labelsOf(deskStates),
  ...labelsOf(mailStates),
  ...labelsOf(tagStates),
  open: 'privacyRequests.open',
  done: 'privacyRequests.done',
  answered: 'grievances.answered',
  matched: 'settlements.matched',
  different: 'settlements.different',
  unknown: 'settlements.unknown',
  missing: 'settlements.missing',
  other: 'settlements.other',
} as const

/** The fields of the audit, by their names in the database or in a form. */
const AUDIT_FIELDS: Record<string, AuditField> = {
  acknowledgement: { label: 'donationFile.acknowledgement' },
  added: { label: 'audit.newLines' },
  address: { label: 'labels.address' },
  addresses: { label: 'audit.addresses' },
  advice: { label: 'breaches.advice' },
  amount: { label: 'labels.amount', unit: 'rupees' },
  amount_paise: { label: 'labels.amount', unit: 'paise' },
  amountTexts: { label: 'settings.amounts' },
  approvalDay: { label: 'settings.approvalDay', unit: 'day' },
  approvalNumber: { label: 'settings.approvalNumber' },
  approvedFrom: { label: 'settings.approvedFrom', unit: 'day' },
  approvedUntil: { label: 'settings.approvedUntil', unit: 'day' },
  as: { label: 'audit.settledAs', values: { kept: 'audit.kept', returned: 'audit.returned' } },
  assignee_id: { label: 'caseWork.assignee' },
  batch: { label: 'tags.batch' },
  bookYears: { label: 'labels.bookYears' },
  breachBoardEmail: { label: 'settings.breachBoardEmail' },
  breachTeamEmail: { label: 'settings.breachTeamEmail' },
  by: {
    label: 'audit.sentBy',
    values: {
      mail: 'auditObjects.mail',
      whatsapp: 'caseWork.whatsApp',
      print: 'audit.printed',
      copy: 'payLinks.copied',
    },
  },
  care_id: { label: 'audit.careRecord' },
  cashDayMax: { label: 'settings.cashDayMax', unit: 'rupees' },
  category: { label: 'labels.category', values: CATEGORIES },
  cash_of: { label: 'audit.cashOf' },
  certificate: { label: 'labels.certificateNo' },
  certificateNo: { label: 'labels.certificateNo' },
  certificates: { label: 'audit.certificates' },
  complaintDueDays: { label: 'settings.dueDays' },
  consequences: { label: 'breaches.consequences' },
  contactDetails: { label: 'labels.contactDetails' },
  contactEmail: { label: 'labels.email' },
  day: { label: 'labels.careDay', unit: 'day' },
  deductibleCashMax: { label: 'settings.deductibleCashMax', unit: 'rupees' },
  deductibleNeedsPan: { label: 'settings.deductibleNeedsPan' },
  description: { label: 'labels.description' },
  description_hi: { label: 'audit.descriptionHindi' },
  description_mr: { label: 'audit.descriptionMarathi' },
  dewormingDate: { label: 'labels.dewormingDate', unit: 'day' },
  dewormingDetail: { label: 'labels.deworming' },
  doctorName: { label: 'petForm.doctorName' },
  donationLink: { label: 'labels.donationLink' },
  donations: { label: 'audit.donations' },
  donationSection: { label: 'settings.donationSection' },
  due_on: { label: 'labels.dueDay', unit: 'day' },
  duplicate_of: { label: 'audit.duplicateOf' },
  duration_months: { label: 'labels.duration' },
  duties: { label: 'duties.duties', values: DUTY_LABELS },
  earlierApprovals: { label: 'settings.earlierApprovals' },
  earNotch: {
    label: 'labels.earNotch',
    values: { left: 'communityNotch.left', right: 'communityNotch.right', none: 'communityNotch.none' },
  },
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
  from_day: { label: 'breaches.fromDay', unit: 'day' },
  grievanceDataDays: { label: 'settings.grievanceDataDays' },
  grievanceOfficerEmail: { label: 'settings.grievanceEmail' },
  grievanceOfficerName: { label: 'labels.grievanceOfficer' },
  grievanceOfficerPhone: { label: 'settings.grievancePhone' },
  grievanceOfficerTitle: { label: 'settings.grievanceTitle' },
  grievanceOtherDays: { label: 'settings.grievanceOtherDays' },
  happened: { label: 'breaches.happened' },
  hasCertificateFile: { label: 'audit.certificateFile' },
  helplinePhone: { label: 'labels.helpline' },
  helpers: { label: 'audit.helpers' },
  hold_cause: { label: 'audit.holdCause', values: { ...OUTCOMES, admin: 'users.admin' } },
  hold_until: { label: 'labels.holdUntil', unit: 'day' },
  holdYears: { label: 'labels.holdYears' },
  internal: { label: 'caseEvents.internal' },
  isShownDue: { label: 'petForm.preview' },
  key: { label: 'audit.entry' },
  kind: { label: 'labels.careKind', values: { ...KINDS, handed_over: 'desk.handedOver', received: 'desk.received' } },
  kinds: { label: 'audit.kindsOfWork', values: KINDS },
  known: { label: 'audit.knownRows' },
  landmark: { label: 'labels.landmark' },
  language: { label: 'settings.language', unit: 'language' },
  legalAddress: { label: 'labels.address' },
  legalName: { label: 'labels.legalName' },
  link: { label: 'audit.payLink' },
  location: { label: 'labels.location' },
  logo: { label: 'settings.logo' },
  lost: { label: 'petList.lost' },
  mailSignature: { label: 'labels.mailSignature' },
  markdown: { label: 'labels.legalText' },
  marketingUrl: { label: 'labels.marketingUrl' },
  measures: { label: 'breaches.measures' },
  mode: { label: 'desk.mode', values: labelsOf(deskModes) },
  month: { label: 'audit.month' },
  name: { label: 'labels.name' },
  name_hi: { label: 'audit.nameHindi' },
  name_mr: { label: 'audit.nameMarathi' },
  new: { label: 'audit.newRows' },
  note: { label: 'labels.note' },
  noticed_at: { label: 'breaches.noticed', unit: 'instant' },
  occurred: { label: 'breaches.occurred' },
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
  photos: { label: 'photos.title' },
  place: { label: 'labels.place' },
  plan: { label: 'auditObjects.plan' },
  price: { label: 'labels.price', unit: 'rupees' },
  priority: { label: 'caseWork.priority', values: PRIORITIES },
  product: { label: 'labels.careProduct' },
  purpose: { label: 'receipts.paidFor', values: labelsOf(purposes) },
  queued: { label: 'audit.queued' },
  rabiesOn: { label: 'communityForm.rabiesOn', unit: 'day' },
  rabiesValidUntil: { label: 'labels.validUntil', unit: 'day' },
  received: { label: 'audit.received', unit: 'rupees' },
  recognitionNo: { label: 'labels.recognitionNo' },
  registrationNumber: { label: 'labels.registrationNumber' },
  returned: { label: 'audit.returned', unit: 'rupees' },
  role: { label: 'audit.role', values: ROLES },
  search: { label: 'audit.search' },
  settlements: { label: 'audit.settlements' },
  shown: { label: 'petForm.preview' },
  source: { label: 'audit.source', values: { phone: 'caseEvents.byPhone', desk: 'caseEvents.atDesk' } },
  state: { label: 'columns.status', values: STATES },
  status: { label: 'columns.status', values: STATUSES },
  sterilisedBy: { label: 'labels.sterilisedBy' },
  sterilisedOn: { label: 'labels.sterilizationDate', unit: 'day' },
  sterilization: { label: 'labels.sterilization' },
  sterilizationDate: { label: 'labels.sterilizationDate', unit: 'day' },
  sterilizationDetail: { label: 'labels.sterilization' },
  stories: { label: 'settings.story' },
  storyPhoto: { label: 'settings.storyPhoto' },
  subject_id: { label: 'audit.number' },
  tag: { label: 'auditObjects.tag', unit: 'tag' },
  tags: { label: 'adminSearch.tags', unit: 'tag' },
  takesForeignMoney: { label: 'settings.takesForeignMoney' },
  text: { label: 'labels.legalText' },
  title: { label: 'labels.title' },
  to: { label: 'audit.sentTo', values: { team: 'breaches.team', board: 'breaches.board' } },
  to_day: { label: 'breaches.toDay', unit: 'day' },
  treatment: { label: 'labels.treatment' },
  treatmentDate: { label: 'labels.treatmentDate', unit: 'day' },
  treatmentDetail: { label: 'labels.treatment' },
  username: { label: 'labels.username' },
  vaccination: { label: 'labels.vaccination' },
  vaccinationDate: { label: 'labels.vaccinationDate', unit: 'day' },
  vaccinationDetail: { label: 'labels.vaccination' },
  vaccinationValidUntil: { label: 'labels.vaccinationValidUntil', unit: 'day' },
  valid_until: { label: 'labels.validUntil', unit: 'day' },
  vet: { label: 'labels.vet' },
  ward: { label: 'labels.ward' },
  what: {
    label: 'audit.list',
    values: { pets: 'imports.pets', animals: 'imports.animals', tags: 'imports.tags', members: 'imports.members' },
  },
  with_name: { label: 'audit.withName' },
  without_pan: { label: 'audit.withoutPan' },
  year: { label: 'auditObjects.year', unit: 'year' },
}

/** The fields that mean something else where a list was taken out: they are the filters that were set. */
const FILTER_FIELDS: typeof AUDIT_FIELDS = {
  action: { label: 'audit.action', values: ACTION_LABELS },
  admin: { label: 'audit.admin' },
  admin_id: { label: 'audit.admin' },
  assignee: { label: 'caseWork.assignee', values: { me: 'caseList.me', none: 'caseWork.nobody' } },
  due: {
    label: 'communityList.stillToDo',
    values: { vaccination: 'communityList.overdue', sterilisation: 'communityList.unsterilised' },
  },
  end_date: { label: 'reports.endDate', unit: 'day' },
  expiring: { label: 'membershipReport.expiryDate', values: { yes: 'adminDashboard.expiringMembershipsHint' } },
  from: { label: 'labels.fromDay', unit: 'day' },
  lost: { label: 'petList.lost', values: YES },
  membership_id: { label: 'auditObjects.membership' },
  object_id: { label: 'audit.objectId' },
  object_kind: { label: 'audit.objectKind', values: OBJECT_LABELS },
  overdue: { label: 'labels.dueDay', values: { yes: 'caseList.overdue' } },
  owner_id: { label: 'petList.owner' },
  payment: { label: 'complaints.payment', values: labelsOf(feeStatuses) },
  payment_id: { label: 'auditObjects.payment' },
  plan_id: { label: 'auditObjects.plan' },
  purpose: { label: 'consents.purpose', values: PURPOSE_LABELS },
  start_date: { label: 'reports.startDate', unit: 'day' },
  to: { label: 'labels.toDay', unit: 'day' },
  type: { label: 'complaints.type', values: { ...TYPE_LABELS, Other: 'caseList.otherTypes' } },
  unmatched: { label: 'paymentReport.quarantinedShort', values: YES },
  user_id: { label: 'columns.user' },
  void_asked: { label: 'desk.voidsWaiting', values: YES },
  waiting: { label: 'columns.status', values: { yes: 'adminDashboard.waitingComplaintsHint' } },
}

/** The kinds of data that a breach is about have the name of the kinds of work at a camp. */
const BREACH_FIELDS: typeof AUDIT_FIELDS = { kinds: { label: 'breaches.kinds' } }

/** The parts of values that have several, such as the days of each type of complaint, whose names are in lower case. */
const PARTS: Record<string, PlainId> = {
  ...Object.fromEntries(Object.entries(TYPE_LABELS).map(([type, label]) => [type.toLowerCase(), label])),
  label: 'labels.callLabel',
  other: 'settings.allOthers',
}

/** Null for a field that no row of this version holds: an earlier version may have stored it. */
export function auditField(name: string, action = ''): AuditField | null {
  const fields = { ...AUDIT_FIELDS, ...fieldsOf(action) }
  return Object.hasOwn(fields, name) ? (fields[name] ?? null) : null
}

function fieldsOf(action: string): typeof AUDIT_FIELDS {
  if (action === 'export-downloaded') return FILTER_FIELDS
  return action === 'breach-changed' ? BREACH_FIELDS : {}
}

/** The name of a part of a value: a language by its own name, a part that this version does not know as it is. */
export function auditPart(name: string, text: Translate): string {
  if (isLanguage(name)) return languages[name].name
  const label = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined
  return label ? text(label) : name
}
