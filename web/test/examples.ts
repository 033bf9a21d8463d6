import type { Complaint, ComplaintFacts, ListedComplaint } from '@petsetu/contract/complaints/complaints.ts'
import type { Import } from '@petsetu/contract/office/imports.ts'
import type { ListedPrivacyRequest, OwnPrivacyRequest } from '@petsetu/contract/people/privacy.ts'
import { SHOWN_AT_FIRST } from '@petsetu/contract/pets/pet-schemas.ts'
import type { Pet } from '@petsetu/contract/pets/pets.ts'
import type { Plan } from '@petsetu/contract/supporters/plans.ts'

/** A pet of the owner, with nothing that is optional. */
export const MOTI: Pet = {
  id: 42,
  version: 1,
  petId: 'ABCDEFGHJKLM',
  petName: 'Moti',
  ownerName: null,
  petType: 'Dog',
  petAge: '3 years',
  petGender: 'male',
  treatmentDetail: null,
  treatmentDate: null,
  vaccinationDetail: null,
  vaccinationDate: null,
  vaccinationValidUntil: null,
  sterilizationDetail: null,
  sterilizationDate: null,
  dewormingDetail: null,
  dewormingDate: null,
  doctorName: null,
  location: 'Shivaji Nagar, Pune',
  address: '12 Neem Road',
  contactDetails: '+91 98765 43210',
  treatment: null,
  vaccination: null,
  sterilization: null,
  photos: [],
  lost: null,
  shown: SHOWN_AT_FIRST,
  isShownDue: false,
}

/** A complaint that is new and not paid. */
const COMPLAINT_FACTS: ComplaintFacts = {
  id: 5,
  reference: 'PS-2026-00005-W',
  fullname: 'Kavita Rao',
  email: 'complainant@example.org',
  phone: '+91 98220 44556',
  type_of_complaint: 'Cruelty',
  created_at: '2026-02-01T08:00:00.000Z',
  status: 'pending',
  payment_status: 'none',
  payment_amount: null,
  is_name_withheld: false,
  priority: 'normal',
  due_on: null,
  is_overdue: false,
  assignee: null,
}

/** It as the admin's list has it. */
export const LISTED_COMPLAINT: ListedComplaint = { ...COMPLAINT_FACTS, place: 'Kothrud, Pune' }

/** The same complaint, whole, with nothing that is optional. */
export const COMPLAINT: Complaint = {
  ...COMPLAINT_FACTS,
  version: 1,
  outcome: null,
  duplicate_of: null,
  source: 'form',
  location_of_incident: 'Kothrud, Pune',
  date_of_incident: '2026-01-31',
  description: 'A dog is chained in the sun without water.',
  landmark: null,
  lat: null,
  lon: null,
  accuracy: null,
  offender: null,
  vehicle: null,
  witness: null,
  fir_number: null,
  razorpay_payment_id: null,
  payment_date: null,
  file_path: null,
  file_url: null,
  files: [],
  receipt_path: null,
  payments: [],
}

/** A file of two pets that was sent for import, of which one column could not be guessed. */
export const A_PET_FILE: Import = {
  id: 7,
  kind: 'pets',
  state: 'uploaded',
  admin: 'admin',
  created_at: '2026-03-05T08:00:00.000Z',
  finished_at: null,
  row_count: 2,
  new_rows: 0,
  known_rows: 0,
  wrong_rows: 0,
  done_rows: 0,
  headings: ['Name of the pet', 'Pet type'],
  sample: [['Moti', 'Dog']],
  fields: [
    { name: 'petName', label: 'Pet name', is_required: true },
    { name: 'petType', label: 'Pet type', is_required: true },
  ],
  columns: { petType: 1 },
  problems: [],
  failure: null,
  imported_before: null,
  can_undo: false,
}

/** A plan that is for sale. */
export const FRIEND: Plan = {
  id: 3,
  version: 1,
  created_at: '2026-01-05T08:00:00.000Z',
  name: 'Friend',
  category: 'regular',
  duration_months: 12,
  price: 500,
  description: 'For everybody who wants to help.',
  features: 'A newsletter\nA badge',
}

/** A person's request for their data, which is open. */
export const OWN_PRIVACY_REQUEST: OwnPrivacyRequest = {
  id: 5,
  kind: 'export',
  note: 'The complaints, too',
  created_at: '2026-01-05T08:00:00.000Z',
  due_on: '2026-04-05',
  done_at: null,
  answer: null,
  nominee_name: null,
  nominee_contact: null,
}

/** The same as the admin's list has it. */
export const LISTED_PRIVACY_REQUEST: ListedPrivacyRequest = {
  ...OWN_PRIVACY_REQUEST,
  email: 'meera@example.org',
  username: 'meera',
  is_overdue: false,
  is_confirmed: true,
  nominee_email: null,
  proof: null,
}
