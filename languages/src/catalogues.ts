import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  type CompiledIcuChoices,
  type CompiledMessageToken,
  compileMessageOrThrow,
} from '@lingui/message-utils/compileMessage'
import type { Language } from './languages.ts'
import type { Catalogue } from './translator.ts'

const ROOT = path.join(import.meta.dirname, '..')

/** The parts of the catalogue, by the pages that show their texts. */
export const PARTS = [
  // Every page.
  'frame',
  // The pages that the server renders: home, the page behind a tag, those of somebody who has found a pet, the page of an animal of the street, the list of lost pets, the
  // page behind a member's card, those of a complainant, the page behind a pay link, and receipts.
  'home',
  'finder',
  'found',
  'community',
  'lost',
  'member',
  'follow',
  'pay',
  'receipt',
  // The panel that a person sees after paying.
  'paid',
  // Pages with a form: what is kept of it, and why.
  'notices',
  // Pages with a form: what its parts say by themselves, and the names of the fields of several.
  'form',
  // The form below the legal page on contact.
  'contact',
  // Logging in, signing up, lost passwords, requests about personal data.
  'account',
  // Pages on which somebody pays, and the desk: all of them, a donation, a membership, a complaint.
  'paying',
  'giving',
  'joining',
  'filing',
  // Only the server's renderer.
  'rendered',
  // The pages that the browser renders.
  'app',
  // The admin area.
  'admin',
  // The pages of camps.
  'camps',
  // The app and the server.
  'shared',
  // Only the server.
  'server',
] as const
export type Part = (typeof PARTS)[number]

/** A part, one file of it, or one text of that file. */
type Piece = Part | `${Part}/${string}`

/** The shared texts of a page on which somebody pays; each page loads what it shows, because its size is limited. */
const SHARED_PAYING = [
  'shared/donationCauses',
  'shared/labels',
  'shared/paidFor',
  'shared/problems',
  'shared/titles',
] as const

/** Bundles that are sent to the browser as one file each. `admin` and `camps` come in addition to `app`, and `checks` to a page with a form once somebody touches it; `rendered` stays with the server's renderer. */
export const BUNDLES = {
  home: ['frame', 'home', 'paid'],
  petDetail: ['frame', 'finder'],
  finder: ['frame', 'found', 'notices', 'form', 'shared/removed.erased', 'shared/removed.expired'],
  community: ['frame', 'community', 'finder/finder.contactFoundation'],
  lost: ['frame', 'lost'],
  member: ['frame', 'member'],
  follow: ['frame', 'follow', 'form', 'app/complaintStatus', 'app/caseOutcome', 'filing/complaintTypes'],
  pay: ['frame', 'pay', 'paid/paid.follow'],
  receipt: ['frame', 'receipt'],
  legal: ['frame'],
  contact: ['frame', 'form', 'contact', 'paying/forms.required'],
  login: [
    'frame/frame',
    'form/form.showTyped',
    'form/labels.username',
    'form/labels.password',
    'form/labels.code',
    'account/titles.login',
    'account/signIn',
  ],
  register: [
    'frame/frame',
    'form',
    'account/titles',
    'account/signUp',
    'account/password',
    'paying/forms.required',
    'notices/notice',
  ],
  recovery: [
    'frame/frame',
    'form/form.showTyped',
    'form/labels.login',
    'form/labels.newPassword',
    'account/titles.forgotPassword',
    'account/titles.resetPassword',
    'account/titles.confirmEmail',
    'account/titles.undoEmailChange',
    'account/recover',
    'account/password.confirmNew',
    'account/password.hint',
    'account/password.tooShort',
    'account/password.weak',
    'account/password.fair',
    'account/password.strong',
    'account/password.common',
    'account/password.likeName',
  ],
  privacyRequest: [
    'frame/frame',
    'form',
    'account/titles',
    'account/privacyRequest',
    'account/privacyKinds',
    'paying/forms.required',
  ],
  preferences: ['frame/frame', 'app/mailPreferences', 'app/controls.tryAgain', 'shared/titles.mailPreferences'],
  checks: ['shared'],
  complaint: [
    'frame/frame',
    'form',
    'paying',
    'filing',
    'paid',
    'shared/labels',
    'shared/problems',
    'shared/paidFor',
    'shared/titles',
    'notices/filingNotice',
  ],
  payComplaint: ['frame', 'form', 'paying', 'filing/complaintForm', 'paid', 'shared'],
  membership: ['frame', 'form', 'paying', 'joining', 'paid', 'shared', 'notices'],
  donate: ['frame', 'form', 'paying', 'giving', 'joining', 'paid', ...SHARED_PAYING, 'notices'],
  app: [
    'frame',
    'account',
    'app',
    'community/communityStatus',
    'community/communityNotch',
    'paying',
    'giving',
    'joining',
    'filing',
    'shared',
    'notices',
    'form',
    'paid',
  ],
  admin: ['admin'],
  camps: ['camps'],
  // The member's card, where a page shows it that came without its words.
  memberCard: ['app/memberCard', 'app/membershipStatus', 'app/myMembership', 'shared/titles'],
  rendered: ['rendered', 'shared'],
} as const satisfies Record<string, readonly Piece[]>
export type Bundle = keyof typeof BUNDLES

/** The texts of some parts of a language by id, as they are written. A file `home.json` with `headline` gives `home.headline`. */
export function readTexts(language: Language, pieces: readonly Piece[] = PARTS): Record<string, string> {
  const files = pieces.flatMap((piece) => {
    const [part = '', only] = piece.split('/')
    const [name, key] = only?.split('.') ?? []
    const folder = path.join(ROOT, language, part)
    // A part without texts has no folder.
    const names = name ? [`${name}.json`] : existsSync(folder) ? readdirSync(folder) : []
    return names.map((name) => ({
      namespace: path.basename(name, '.json'),
      file: path.join(folder, name),
      key,
    }))
  })
  return Object.fromEntries(
    files.flatMap(({ namespace, file, key: only }) => {
      const texts = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
      return texts.filter(([key]) => !only || key === only).map(([key, text]) => [`${namespace}.${key}`, text])
    }),
  )
}

/**
 * The same, compiled for the translator. Throws for a text whose braces do not match, and for a plural that shows its count as `#`
 * instead of `{shown}`.
 */
export function compileTexts(texts: Record<string, string>, language: Language): Catalogue {
  const counts = countsOf(language)
  const compile = (text: string) => compileMessageOrThrow(text).map((token) => choosingByCount(token, counts))
  return Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, compile(text)]))
}

// Large enough for the rules of a language that looks at the last digits.
const COUNT_MAX = 200

/** The counts that have another form than `other`, with that form: 1 is `one`, in Hindi also 0. */
function countsOf(language: Language): [count: string, form: string][] {
  const rules = new Intl.PluralRules(language)
  const counts = Array.from({ length: COUNT_MAX }, (_, count) => [String(count), rules.select(count)] as const)
  const special = counts.filter(([, form]) => form !== 'other')
  if (special.length > 2) throw new Error(`${language} has plural forms that do not fit into a list of counts`)
  return special.map(([count, form]) => [count, form])
}

/**
 * Turns a plural into a choice by its count, for which a browser needs neither the rules of the language nor the formatter of numbers that
 * the library would make for every plural. The first of them takes 15 to 30 ms, and four times that on a slow phone.
 */
function choosingByCount(token: CompiledMessageToken, counts: [count: string, form: string][]): CompiledMessageToken {
  if (typeof token === 'string' || token[1] !== 'plural') return token
  const { offset: _, ...forms } = token[2] as CompiledIcuChoices
  if (JSON.stringify(forms).includes('"#"')) throw new Error(`A plural shows its count as #: ${JSON.stringify(forms)}`)
  const other = forms.other
  const byCount = counts.map(([count, form]) => [count, forms[form] ?? other] as const)
  return [token[0], 'select', { ...Object.fromEntries(byCount), other }]
}
