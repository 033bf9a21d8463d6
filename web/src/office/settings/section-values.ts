import { COMPLAINT_TYPES } from '@petsetu/contract/complaints/complaint-facts.ts'
import type { foundationCalls } from '@petsetu/contract/office/foundation.ts'
import {
  EMERGENCY_NUMBERS_MAX,
  FoundationForm,
  type FoundationSettings,
} from '@petsetu/contract/office/foundation-form.ts'
import type { Input } from '@petsetu/contract/platform/call.ts'
import { mapEntries } from '@petsetu/contract/platform/registry.ts'
import { SUGGESTED_RUPEES } from '@petsetu/contract/supporters/donation-causes.ts'
import { LANGUAGES, type Language, languages } from '@petsetu/languages/languages.ts'
import { typedRupees } from '../../platform/lib/amounts.ts'
import type { Texts } from '../../platform/lib/drafts/draft-changes.ts'
import { schemaErrors } from '../../platform/ui/form/schema-errors.ts'

type SettingsBody = Input<typeof foundationCalls.update>['body']

/** Turns a part of the settings into the fields of a form, and the fields into settings again. */
export type SectionValues = {
  valuesOf: (settings: FoundationSettings) => Texts
  /** The changed part, which may be invalid. */
  partOf: (values: Texts) => Partial<SettingsBody>
}

/** Settings that are one text each. */
export function texts(...names: (keyof FoundationSettings)[]): SectionValues {
  return {
    valuesOf: (settings) => Object.fromEntries(names.map((name) => [name, String(settings[name] ?? '')])),
    partOf: (values) => Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<SettingsBody>,
  }
}

// A problem inside of a setting has a path in the schema; a dot would be a path in the form.
const nameOf = (...path: string[]) => path.join('/').replaceAll('.', '%2E')

export const EMERGENCY_ROWS = Array.from({ length: EMERGENCY_NUMBERS_MAX }, (_, row) => ({
  label: nameOf('emergencyNumbers', String(row), 'label'),
  phone: nameOf('emergencyNumbers', String(row), 'phone'),
}))

export const emergencyNumbers: SectionValues = {
  valuesOf: (settings) =>
    Object.fromEntries(
      EMERGENCY_ROWS.flatMap(({ label, phone }, row) => {
        const number = settings.emergencyNumbers[row]
        return [
          [label, number?.label ?? ''],
          [phone, number?.phone ?? ''],
        ]
      }),
    ),
  partOf: (values) => ({
    emergencyNumbers: EMERGENCY_ROWS.map(({ label, phone }) => ({
      label: values[label] ?? '',
      phone: values[phone] ?? '',
    })),
  }),
}

const OTHER = 'other'
const DUE_DAYS = 'complaintDueDays/'

/** The field of each type of complaint: those that the form offers, then what is named beside them, then all others. */
export function dueDayFields({ complaintDueDays }: FoundationSettings): { type: string; name: string }[] {
  const offered = COMPLAINT_TYPES.map((type) => type.toLowerCase())
  const named = Object.keys(complaintDueDays).filter((type) => type !== OTHER)
  return [...new Set([...offered, ...named]), OTHER].map((type) => ({ type, name: nameOf('complaintDueDays', type) }))
}

/** An empty field is a type that is not named. */
export const dueDays: SectionValues = {
  valuesOf: (settings) =>
    Object.fromEntries(
      dueDayFields(settings).map(({ type, name }) => [name, String(settings.complaintDueDays[type] ?? '')]),
    ),
  partOf: (values) => ({
    complaintDueDays: Object.fromEntries(
      Object.entries(values)
        .filter(([, days]) => days.trim() !== '')
        .map(([name, days]) => [name.slice(DUE_DAYS.length).replaceAll('%2E', '.'), Number(days)]),
    ),
  }),
}

type Translated = 'feeTexts' | 'stories'

export const languageFields = (setting: Translated) =>
  LANGUAGES.map((language) => ({ language, name: nameOf(setting, language) }))

/** A setting that is one text in each language. */
export function translated(setting: Translated): SectionValues {
  const fields = languageFields(setting)
  return {
    valuesOf: (settings) => Object.fromEntries(fields.map(({ language, name }) => [name, settings[setting][language]])),
    partOf: (values) => {
      return { [setting]: mapEntries(languages, (_, language) => values[nameOf(setting, language)] ?? '') }
    },
  }
}

const amountName = (amount: number, language: Language) => nameOf('amountTexts', language, String(amount))

export const AMOUNT_FIELDS = SUGGESTED_RUPEES.flatMap((amount) =>
  LANGUAGES.map((language) => ({ amount, language, name: amountName(amount, language) })),
)

/** A line beside each suggested amount, in each language. An empty field is an amount without a line. */
export const amountTexts: SectionValues = {
  valuesOf: (settings) =>
    Object.fromEntries(
      AMOUNT_FIELDS.map(({ amount, language, name }) => [name, settings.amountTexts[language][amount] ?? '']),
    ),
  partOf: (values) => ({
    amountTexts: mapEntries(languages, (_, language) =>
      Object.fromEntries(SUGGESTED_RUPEES.map((amount) => [amount, values[amountName(amount, language)]])),
    ),
  }),
}

/** Settings that are amounts of rupees. An empty field is the amount that comes with the program. */
export function rupees(...names: (keyof FoundationSettings)[]): SectionValues {
  return read(names, typedRupees)
}

/** Settings that are one number each. An empty field is the number that comes with the program. */
export function numbers(...names: (keyof FoundationSettings)[]): SectionValues {
  return read(names, Number)
}

function read(names: (keyof FoundationSettings)[], numberOf: (typed: string) => number): SectionValues {
  return {
    valuesOf: (settings) => Object.fromEntries(names.map((name) => [name, String(settings[name])])),
    partOf: (values) =>
      Object.fromEntries(
        names
          .filter((name) => name in values)
          .map((name) => [name, values[name]?.trim() ? numberOf(values[name]) : undefined]),
      ),
  }
}

export const foreignMoney: SectionValues = {
  valuesOf: ({ takesForeignMoney }) => ({ takesForeignMoney: takesForeignMoney ? 'yes' : 'no' }),
  partOf: (values) => ({ takesForeignMoney: values.takesForeignMoney === 'yes' }),
}

export const needsPan: SectionValues = {
  valuesOf: ({ deductibleNeedsPan }) => ({ deductibleNeedsPan: deductibleNeedsPan ? 'yes' : 'no' }),
  partOf: ({ deductibleNeedsPan }) => ({ deductibleNeedsPan: deductibleNeedsPan === 'yes' }),
}

/** Two kinds of settings in one form. */
export function both(first: SectionValues, second: SectionValues): SectionValues {
  return {
    valuesOf: (settings) => ({ ...first.valuesOf(settings), ...second.valuesOf(settings) }),
    partOf: (values) => ({ ...first.partOf(values), ...second.partOf(values) }),
  }
}

const errorsOfSettings = schemaErrors(FoundationForm)

// The message stands at this field if a whole setting is wrong.
const WHOLE: Record<string, string> = {
  emergencyNumbers: EMERGENCY_ROWS[0]?.phone ?? '',
  complaintDueDays: nameOf('complaintDueDays', OTHER),
}

/** A message for each wrong field of a part of the settings. */
export function errorsOf({ partOf }: SectionValues, settings: FoundationSettings, values: Texts): Texts {
  const errors = Object.entries(errorsOfSettings({ ...settings, ...partOf(values) }))
  return Object.fromEntries(
    errors.map(([path, message]) => [WHOLE[path] ?? nameOfPath(path), message]).filter(([name = '']) => name in values),
  )
}

/** The path of a setting within another, whose last part may hold dots. */
function nameOfPath(path: string): string {
  const [setting = '', ...rest] = path.split('.')
  const inner = setting === 'complaintDueDays' ? [rest.join('.')] : rest
  return nameOf(setting, ...inner)
}
