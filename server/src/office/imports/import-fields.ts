import type { ImportKind } from '@petsetu/contract/office/imports.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import { LANGUAGES } from '@petsetu/languages/languages.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { textsIn } from '../../platform/languages/texts.ts'

/** A field that can be imported: its name, its heading, and other headings that mean it. */
export type ImportField = { name: string; label: PlainId; isRequired?: true; alsoCalled?: string[] }

const TAG: ImportField = {
  name: 'petId',
  label: 'csv.tagId',
  alsoCalled: ['tag', 'code', 'tag code', 'qr', 'qr code', 'pet id'],
}

/** This heading as our own files have it. */
const inAllLanguages = (id: PlainId) => LANGUAGES.map((language) => textsIn(language)(id))

export const IMPORT_FIELDS: Record<ImportKind, ImportField[]> = {
  pets: [
    { name: 'petName', label: 'labels.petName', isRequired: true, alsoCalled: ['pet', 'name', 'animal'] },
    {
      name: 'petType',
      label: 'labels.petType',
      isRequired: true,
      alsoCalled: [...inAllLanguages('csv.type'), 'type', 'species', 'kind', 'animal type'],
    },
    { name: 'petAge', label: 'labels.petAge', isRequired: true, alsoCalled: [...inAllLanguages('csv.age'), 'age'] },
    {
      name: 'petGender',
      label: 'labels.gender',
      isRequired: true,
      alsoCalled: [...inAllLanguages('csv.gender'), 'sex', 'm/f'],
    },
    {
      name: 'location',
      label: 'labels.location',
      isRequired: true,
      alsoCalled: [...inAllLanguages('csv.location'), 'area', 'city', 'place', 'locality'],
    },
    { name: 'address', label: 'labels.address', isRequired: true, alsoCalled: inAllLanguages('csv.address') },
    {
      name: 'contactDetails',
      label: 'labels.contactDetails',
      isRequired: true,
      alsoCalled: [...inAllLanguages('csv.contact'), 'contact', 'phone', 'mobile', 'phone number', 'mobile number'],
    },
    TAG,
    {
      name: 'ownerName',
      label: 'labels.ownerName',
      alsoCalled: [...inAllLanguages('csv.owner'), 'owner', 'owner name'],
    },
    { name: 'account', label: 'importFields.account', alsoCalled: ['account', 'username', 'user', 'email', 'e-mail'] },
    { name: 'vaccinationDetail', label: 'labels.vaccination', alsoCalled: ['vaccine'] },
    { name: 'vaccinationDate', label: 'labels.vaccinationDate', alsoCalled: ['vaccinated on'] },
    { name: 'vaccinationValidUntil', label: 'labels.vaccinationValidUntil' },
    { name: 'dewormingDetail', label: 'labels.deworming' },
    { name: 'dewormingDate', label: 'labels.dewormingDate', alsoCalled: ['dewormed on'] },
    { name: 'sterilizationDetail', label: 'labels.sterilization', alsoCalled: ['sterilization', 'neutered'] },
    { name: 'sterilizationDate', label: 'labels.sterilizationDate', alsoCalled: ['sterilization date'] },
    { name: 'treatmentDetail', label: 'labels.treatment' },
    { name: 'treatmentDate', label: 'labels.treatmentDate' },
    { name: 'doctorName', label: 'labels.doctorName', alsoCalled: ['doctor', 'vet'] },
  ],
  animals: [
    { name: 'petName', label: 'labels.petName', isRequired: true, alsoCalled: ['name', 'animal'] },
    {
      name: 'petType',
      label: 'labels.petType',
      isRequired: true,
      alsoCalled: [...inAllLanguages('csv.type'), 'kind', 'species', 'animal type'],
    },
    { name: 'petGender', label: 'labels.gender', isRequired: true, alsoCalled: ['sex', 'm/f'] },
    { name: 'ward', label: 'labels.ward', isRequired: true, alsoCalled: ['area', 'prabhag'] },
    {
      name: 'landmark',
      label: 'labels.landmark',
      isRequired: true,
      alsoCalled: [...inAllLanguages('csv.landmark'), 'place', 'location'],
    },
    { name: 'petAge', label: 'labels.petAge', alsoCalled: ['age'] },
    TAG,
    { name: 'earNotch', label: 'labels.earNotch', alsoCalled: ['notch', 'ear', 'ear clip', 'ear tip'] },
    {
      name: 'sterilisedOn',
      label: 'labels.sterilizationDate',
      alsoCalled: [
        ...inAllLanguages('csv.sterilisedOn'),
        'sterilized on',
        'sterilization date',
        'abc date',
        'neutered on',
      ],
    },
    {
      name: 'sterilisedBy',
      label: 'labels.sterilisedBy',
      alsoCalled: [...inAllLanguages('csv.sterilisedBy'), 'sterilized by', 'agency'],
    },
    { name: 'recognitionNo', label: 'labels.recognitionNo', alsoCalled: ['recognition no', 'awbi number'] },
    { name: 'certificateNo', label: 'labels.certificateNo', alsoCalled: ['certificate no', 'certificate'] },
    { name: 'rabiesOn', label: 'communityForm.rabiesOn', alsoCalled: ['rabies', 'vaccinated on', 'arv date'] },
    {
      name: 'rabiesValidUntil',
      label: 'csv.rabiesValidUntil',
      alsoCalled: ['vaccination valid until', 'valid until', 'rabies valid until'],
    },
    { name: 'note', label: 'labels.note', alsoCalled: ['notes', 'remarks'] },
    { name: 'carer', label: 'importFields.carer', alsoCalled: ['carer', 'feeder', 'username'] },
  ],
  tags: [{ ...TAG, isRequired: true }],
  members: [
    { name: 'name', label: 'labels.name', isRequired: true, alsoCalled: ['member', 'full name', 'member name'] },
    { name: 'email', label: 'labels.email', isRequired: true, alsoCalled: ['e-mail', 'email address', 'mail'] },
    {
      name: 'phone',
      label: 'labels.phone',
      isRequired: true,
      alsoCalled: ['phone', 'mobile', 'mobile number', 'contact'],
    },
    { name: 'plan', label: 'csv.plan', isRequired: true, alsoCalled: ['membership', 'membership plan', 'plan name'] },
    {
      name: 'startDate',
      label: 'csv.startDate',
      isRequired: true,
      alsoCalled: ['start', 'from', 'joined', 'joined on', 'since', 'member since', 'date'],
    },
    { name: 'address', label: 'labels.address' },
    { name: 'why_join', label: 'labels.whyJoin', alsoCalled: ['reason'] },
    { name: 'account', label: 'importFields.account', alsoCalled: ['account', 'username', 'user'] },
  ],
}

/** The position of a column for each field that it was found for. */
export type ImportColumns = Record<string, number>

/** The columns whose headings say which field they hold, in any of our languages. Each column is used once. */
export function guessColumns(kind: ImportKind, headings: string[]): ImportColumns {
  const folded = headings.map(plain)
  const columns: ImportColumns = {}
  const take = (name: string, wanted: string[]) => {
    const position = folded.findIndex(
      (heading, index) => wanted.includes(heading) && !Object.values(columns).includes(index),
    )
    if (position >= 0) columns[name] ??= position
  }
  // An exact heading comes before one that only may mean the field.
  for (const { name, label } of IMPORT_FIELDS[kind]) take(name, [name, ...inAllLanguages(label)].map(plain))
  for (const { name, alsoCalled = [] } of IMPORT_FIELDS[kind])
    if (columns[name] === undefined) take(name, alsoCalled.map(plain))
  return columns
}

/** Letters, marks and digits alone: "Pet's name *" and "pets_name" are the same heading. */
function plain(heading: string): string {
  return foldCase(heading).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')
}
