import { COMPLAINT_TYPES, shownType } from '@petsetu/contract/complaints/complaint-facts.ts'
import {
  type FoundationSettings,
  GRIEVANCE_DAYS_MAX,
  OWN_DONATE_PAGE,
} from '@petsetu/contract/office/foundation-form.ts'
import { FILING_FEE_RUPEES_MIN } from '@petsetu/contract/platform/money.ts'
import { FEE_PLACEHOLDER } from '@petsetu/contract/site/site.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { languages } from '@petsetu/languages/languages.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import {
  AMOUNT_FIELDS,
  amountTexts,
  both,
  dueDayFields,
  dueDays,
  EMERGENCY_ROWS,
  emergencyNumbers,
  foreignMoney,
  languageFields,
  needsPan,
  numbers,
  rupees,
  type SectionValues,
  texts,
  translated,
} from './section-values.ts'

export type FieldView = {
  name: string
  label: string
  hint?: string
  type?: 'tel' | 'email' | 'url' | 'number' | 'date'
  /** An amount of rupees, as somebody types it. */
  isAmount?: true
  isRequired?: true
  /** Takes the whole row. */
  isWide?: true
  /** The text has several lines, and is still one paragraph. */
  isLong?: true
  /** The only values that it can have. */
  choices?: { value: string; label: string }[]
}

export type Section = SectionValues & {
  id: string
  title: PlainId
  hintOf?: (text: Translate) => string
  fieldsOf: (text: Translate, settings: FoundationSettings) => FieldView[]
}

const FOUNDATION: Section = {
  id: 'foundation',
  title: 'settings.foundation',
  hintOf: (text) => text('settings.foundationHint'),
  ...texts('foundationName', 'marketingUrl', 'donationLink'),
  fieldsOf: (text) => [
    { name: 'foundationName', label: text('labels.foundationName'), isRequired: true, isWide: true },
    {
      name: 'marketingUrl',
      label: text('labels.marketingUrl'),
      hint: text('settings.marketingUrlHint'),
      type: 'url',
      isRequired: true,
    },
    {
      name: 'donationLink',
      label: text('labels.donationLink'),
      hint: text('settings.donationLinkHint', { own: OWN_DONATE_PAGE }),
    },
  ],
}

const LEGAL: Section = {
  id: 'legal',
  title: 'settings.legal',
  hintOf: (text) => text('settings.legalHint'),
  ...texts(
    ...(['legalName', 'legalAddress', 'contactEmail', 'registrationNumber', 'foundationPan'] as const),
    ...(['grievanceOfficerName', 'grievanceOfficerTitle'] as const),
    ...(['grievanceOfficerEmail', 'grievanceOfficerPhone'] as const),
  ),
  fieldsOf: (text) => [
    { name: 'legalName', label: text('labels.legalName'), isRequired: true },
    { name: 'legalAddress', label: text('labels.address') },
    { name: 'contactEmail', label: text('labels.email'), type: 'email' },
    { name: 'registrationNumber', label: text('labels.registrationNumber') },
    { name: 'foundationPan', label: text('labels.pan') },
    { name: 'grievanceOfficerName', label: text('labels.grievanceOfficer') },
    { name: 'grievanceOfficerTitle', label: text('settings.grievanceTitle') },
    { name: 'grievanceOfficerEmail', label: text('settings.grievanceEmail'), type: 'email' },
    { name: 'grievanceOfficerPhone', label: text('settings.grievancePhone'), type: 'tel' },
  ],
}

const CALLS: Section = {
  id: 'calls',
  title: 'settings.calls',
  hintOf: (text) => text('settings.callsHint'),
  ...both(texts('helplinePhone'), emergencyNumbers),
  fieldsOf: (text) => [
    { name: 'helplinePhone', label: text('labels.helpline'), type: 'tel', isWide: true },
    ...EMERGENCY_ROWS.flatMap(({ label, phone }, row): FieldView[] => [
      { name: phone, label: text('settings.emergencyPhone', { number: row + 1 }), type: 'tel' },
      { name: label, label: text('settings.emergencyName', { number: row + 1 }) },
    ]),
  ],
}

const DUE_DAYS: Section = {
  id: 'due-days',
  title: 'settings.dueDays',
  hintOf: (text) => text('settings.dueDaysHint'),
  ...dueDays,
  fieldsOf: (text, settings) =>
    dueDayFields(settings).map(({ type, name }) => ({ name, label: typeLabel(type, text), type: 'number' })),
}

function typeLabel(type: string, text: Translate): string {
  if (type === 'other') return text('settings.allOthers')
  const offered = COMPLAINT_TYPES.find((each) => each.toLowerCase() === type)
  return offered ? shownType(offered, text) : type.charAt(0).toUpperCase() + type.slice(1)
}

const FEE: Section = {
  id: 'fee',
  title: 'settings.fee',
  hintOf: (text) =>
    text('settings.feeHint', { placeholder: FEE_PLACEHOLDER, least: formatRupees(FILING_FEE_RUPEES_MIN) }),
  ...translated('feeTexts'),
  fieldsOf: () =>
    languageFields('feeTexts').map(({ language, name }) => ({ name, label: languages[language].name, isLong: true })),
}

const AMOUNTS: Section = {
  id: 'amounts',
  title: 'settings.amounts',
  hintOf: (text) => text('settings.amountsHint'),
  ...amountTexts,
  fieldsOf: (text) =>
    AMOUNT_FIELDS.map(({ amount, language, name }) => ({
      name,
      label: text('settings.amountIn', { amount: formatRupees(amount), language: languages[language].name }),
    })),
}

const STORY: Section = {
  id: 'story',
  title: 'settings.story',
  hintOf: (text) => text('settings.storyHint'),
  ...translated('stories'),
  fieldsOf: () =>
    languageFields('stories').map(({ language, name }) => ({ name, label: languages[language].name, isLong: true })),
}

const BOOKS: Section = {
  id: 'books',
  title: 'settings.books',
  hintOf: (text) => text('settings.booksHint'),
  ...numbers('bookYears', 'holdYears'),
  fieldsOf: (text) => [
    { name: 'bookYears', label: text('labels.bookYears'), type: 'number', isRequired: true },
    { name: 'holdYears', label: text('labels.holdYears'), type: 'number', isRequired: true },
  ],
}

const PRIVACY: Section = {
  id: 'privacy',
  title: 'settings.privacy',
  hintOf: (text) => text('settings.privacyHint', { max: GRIEVANCE_DAYS_MAX }),
  ...both(numbers('grievanceDataDays', 'grievanceOtherDays'), texts('breachTeamEmail', 'breachBoardEmail')),
  fieldsOf: (text) => [
    { name: 'grievanceDataDays', label: text('settings.grievanceDataDays'), type: 'number', isRequired: true },
    { name: 'grievanceOtherDays', label: text('settings.grievanceOtherDays'), type: 'number', isRequired: true },
    { name: 'breachTeamEmail', label: text('settings.breachTeamEmail'), type: 'email' },
    { name: 'breachBoardEmail', label: text('settings.breachBoardEmail'), type: 'email' },
  ],
}

const yesOrNo = (text: Translate) => [
  { value: 'yes', label: text('settings.yes') },
  { value: 'no', label: text('settings.no') },
]

const FOREIGN_MONEY: Section = {
  id: 'foreign-money',
  title: 'settings.foreignMoney',
  hintOf: (text) => text('settings.foreignMoneyHint'),
  ...foreignMoney,
  fieldsOf: (text) => [
    {
      name: 'takesForeignMoney',
      label: text('settings.takesForeignMoney'),
      choices: [
        { value: 'no', label: text('settings.foreignMoneyNo') },
        { value: 'yes', label: text('settings.foreignMoneyYes') },
      ],
    },
  ],
}

const TAX: Section = {
  id: 'tax',
  title: 'settings.tax',
  hintOf: (text) => text('settings.taxHint'),
  ...both(
    both(
      texts('donationSection', 'approvalNumber', 'approvalDay', 'approvedFrom', 'approvedUntil'),
      rupees('deductibleCashMax', 'cashDayMax'),
    ),
    needsPan,
  ),
  fieldsOf: (text) => [
    { name: 'donationSection', label: text('settings.donationSection') },
    { name: 'approvalNumber', label: text('settings.approvalNumber') },
    { name: 'approvalDay', label: text('settings.approvalDay'), type: 'date' },
    { name: 'approvedFrom', label: text('settings.approvedFrom'), type: 'date' },
    { name: 'approvedUntil', label: text('settings.approvedUntil'), type: 'date' },
    { name: 'deductibleNeedsPan', label: text('settings.deductibleNeedsPan'), choices: yesOrNo(text) },
    { name: 'deductibleCashMax', label: text('settings.deductibleCashMax'), isAmount: true, isRequired: true },
    {
      name: 'cashDayMax',
      label: text('settings.cashDayMax'),
      hint: text('settings.cashDayMaxHint'),
      isAmount: true,
      isRequired: true,
    },
  ],
}

const MAILS: Section = {
  id: 'mails',
  title: 'settings.mails',
  ...texts('mailSignature'),
  fieldsOf: (text) => [
    { name: 'mailSignature', label: text('labels.mailSignature'), hint: text('settings.mailSignatureHint') },
  ],
}

export const SECTIONS: Section[] = [
  FOUNDATION,
  STORY,
  LEGAL,
  CALLS,
  DUE_DAYS,
  FEE,
  AMOUNTS,
  FOREIGN_MONEY,
  BOOKS,
  TAX,
  PRIVACY,
  MAILS,
]
