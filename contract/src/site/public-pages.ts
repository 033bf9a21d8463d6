import type { Language } from '@petsetu/languages/languages.ts'
import type { FollowedCase } from '../complaints/follow.ts'
import type { MailPreferences } from '../office/mails.ts'
import type { PayLinkState } from '../payments/links.ts'
import type { PaidStatus } from '../payments/payments.ts'
import type { FinderThread } from '../pets/found.ts'
import type { RabiesValidity, Species } from '../pets/pet-facts.ts'
import type { Photo, PublicLost } from '../pets/pet-schemas.ts'
import type { PublicCommunity, PublicPet } from '../pets/pets.ts'
import type { AmountTexts } from '../supporters/donation-causes.ts'
import type { Plan, PlanCategory } from '../supporters/plans.ts'
import type { AppSite, LogoPicture, Site } from './site.ts'

/** The result of looking up a tag ID; `failed` if the look-up failed. */
export type TagView =
  | {
      kind: 'pet'
      pet: PublicPet
      species: Species
      /** Null if the owner hides the pet's health. */
      rabies: RabiesValidity | null
    }
  | { kind: 'blank'; petId: string }
  | { kind: 'missing' }
  | { kind: 'failed' }

export type StreetAnimal = {
  pet: Pick<PublicPet, 'petId' | 'petName' | 'petType' | 'petAge' | 'petGender' | 'photos'>
  community: PublicCommunity
  species: Species
  rabies: RabiesValidity
}

/** The result of looking up a tag ID. Animals of the street have a page of their own. */
export type FoundTag = TagView | { kind: 'community'; animal: StreetAnimal; whole: PublicPet }

/** The problems of a form that was sent without a script and not accepted, in the reader's language; none if it was not sent yet. */
export type FormProblems = {
  /** The problem of the whole form; null if it is a field. */
  problem: string | null
  /** The problems of fields that the page shows, by their names. */
  fields: Record<string, string>
}

/** The pages of somebody who has found a pet: the form, the thread, or why there is neither. */
export type FinderView =
  | ({
      kind: 'form'
      petId: string
      petName: string
      /** It is missing if the owner hides it. */
      contactDetails?: string | undefined
      /** The address of the pet's main photo; null without one. */
      photo: string | null
      typed: Record<string, string>
    } & FormProblems)
  | ({
      kind: 'thread'
      petId: string
      petName: string
      token: string
      photo: string | null
      thread: FinderThread
      typed: string
    } & FormProblems)
  | { kind: 'noPet' }
  | { kind: 'noThread' }
  | { kind: 'failed'; message: string }

/** The pages of somebody who has filed a complaint: its history, the forms that lead to it, or why there is neither. */
export type FollowView =
  | ({
      kind: 'case'
      token: string
      found: FollowedCase
      typed: string
      /** The complaint had the file that was just sent. */
      isFileKnown: boolean
    } & FormProblems)
  | ({ kind: 'track' | 'code'; reference: string; email: string } & FormProblems)
  | { kind: 'unknown' }
  | { kind: 'failed'; message: string }

/** The thing that a pay link pays, in the language of the reader, and the reference of a complaint. `amount` is in rupees. */
export type PayItem = { item: string; reference?: string | undefined; amount: number }

/** The page behind a pay link: what can be paid, its receipt, or why it cannot be paid here. */
export type PayView =
  /**
   * `notice` says what is kept of somebody who registers by paying, in the language of the page, and `more` leads on from it. `months` are
   * those of the plan that is bought by paying.
   */
  | ({
      kind: 'open'
      token: string
      validUntil: string
      notice: { text: string; more: string } | null
      months?: number | undefined
    } & PayItem)
  /** `receiptPath` is null once the link has ended, and `receiptNumber` with it. */
  | ({ kind: 'paid'; receiptPath: string | null; receiptNumber: string | null } & PayItem)
  /** A payment is under way, such as a cheque at the desk. */
  | ({ kind: 'waiting' } & PayItem)
  | { kind: Exclude<PayLinkState, 'open' | 'paid'> | 'unknown' }
  | { kind: 'failed'; message: string }

/** A line of a receipt; the number of another receipt leads to it. */
export type ReceiptLine = { label: string; value: string; path?: string }

/** A receipt as its page and its PDF show it, in the reader's language. */
export type ReceiptSheet = {
  title: string
  number: string
  foundation: string
  /** The foundation's legal identity; what the settings leave out is not there. */
  issuer: string[]
  lines: ReceiptLine[]
  amount: { label: string; value: string; status: PaidStatus; state: string }
  later: ReceiptLine[]
  notes: string[]
}

export type ReceiptView =
  | {
      kind: 'receipt'
      sheet: ReceiptSheet
      /** The money of this payment went back; its refund has a receipt of its own. */
      isReturned: boolean
      pdfPath: string
      /** A corrected copy leads to the receipt as it was first issued, and back. */
      otherCopy: { kind: 'first' | 'corrected'; path: string } | null
    }
  | { kind: 'missing' }
  | { kind: 'failed'; message: string }

/** A form as it was sent without a script and not accepted, in the reader's language: what was typed, and what is wrong with it. */
export type RejectedForm = FormProblems & {
  /** Passwords are left out. */
  typed: Record<string, string>
}

/** The way to the login: an account that was just made, or a password that was just replaced. */
export type BeforeLogin = 'register' | 'reset'

/** A login for a tag, or for a page that visitors may not see; null for any other. */
export type LoginReason = { kind: 'tag'; tag: string } | { kind: 'page' } | null

/** The login page. `next` is the address to return to, as it was given; `rejected` is null until a form was sent. */
export type LoginView =
  | {
      kind: 'login'
      next: string | null
      reason: LoginReason
      after: BeforeLogin | null
      rejected: RejectedForm | null
    }
  /** The password was right; a code has to follow. */
  | {
      kind: 'code'
      next: string | null
      reason: LoginReason
      username: string
      ticket: string
      rejected: RejectedForm | null
    }
  /** Logged in without a script. `goOn` is where such a person goes on. */
  | { kind: 'signedIn'; next: string | null; goOn: string; username: string }

export type RegisterView = { next: string | null; reason: LoginReason; rejected: RejectedForm | null }

/** The pages of somebody who has lost a way in, and of the links in our mails. */
export type RecoveryView =
  /** `answer` is null until the link was asked for. */
  | { kind: 'forgotPassword'; answer: string | null; rejected: RejectedForm | null }
  | { kind: 'resetPassword'; token: string | null; rejected: RejectedForm | null }
  /** `answer` is null until it is done, and `hint`, which names the address of a link that works, without such a link. */
  | {
      kind: 'confirmEmail'
      token: string | null
      hint: string | null
      answer: string | null
      rejected: RejectedForm | null
    }
  | {
      kind: 'undoEmailChange'
      token: string | null
      hint: string | null
      answer: { message: string; resetPath: string } | null
      rejected: RejectedForm | null
    }

/** A request about personal data: the address, then the code that was sent there, then the day by which it is done. */
export type PrivacyRequestView =
  | { kind: 'email'; rejected: RejectedForm | null }
  | { kind: 'request'; email: string; answer: string | null; rejected: RejectedForm | null }
  | { kind: 'sent'; dueOn: string }

/** Which reminders an address gets, for whoever has the link of a reminder. */
export type PreferencesView =
  | { kind: 'form'; token: string; preferences: MailPreferences; isSaved: boolean }
  | { kind: 'missing' }
  | { kind: 'failed'; message: string }

/** The form for a grievance below the legal page on contact. `isMailed` is false for somebody without an e-mail address. */
export type GrievanceView =
  | { kind: 'form'; rejected: RejectedForm | null }
  | { kind: 'sent'; number: string; dueOn: string; isMailed: boolean }

export const LEGAL_PAGES = ['privacy', 'terms', 'refunds', 'contact'] as const
export type LegalPageName = (typeof LEGAL_PAGES)[number]

/** A piece of a paragraph: text, a link if it has an address, or important. */
export type LegalPiece = { text: string; href?: string | undefined; isStrong?: boolean | undefined }

export type LegalBlock =
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; pieces: LegalPiece[] }
  | { kind: 'items'; isNumbered: boolean; items: LegalPiece[][] }
  | { kind: 'links'; links: { text: string; href: string }[] }
  | { kind: 'facts'; facts: { label: string; value: string; href?: string | undefined }[] }
  /** Ways to reach somebody, as buttons; `value` is the number or the address. */
  | {
      kind: 'actions'
      actions: { label: string; value?: string | undefined; href: string; isUrgent?: boolean | undefined }[]
    }
  /** A long table may be folded to the first cells of its rows. */
  | { kind: 'table'; caption: string; head: string[]; rows: string[][]; isFolded?: boolean | undefined }

/** A legal page in one language, with the installation's own names and numbers filled in. */
export type LegalDocument = {
  name: LegalPageName
  title: string
  description: string
  intro: string[]
  /** The heading of the list of its sections, if it is long. */
  contents?: string | undefined
  /** The first can be without a heading. */
  sections: { heading: string; blocks: LegalBlock[] }[]
}

/** A pet on the public list of lost pets: without its owner's contact and address, and without what the owner wrote in words. */
export type ListedLost = Pick<PublicLost, 'since' | 'area' | 'reward'> & {
  petId: string
  petName: string
  petType: string
  species: Species
  photo: Photo | null
}

/** A page of the public list; `area` is the text that is looked for, `areas` the most frequent areas of the whole list. */
export type LostList =
  | {
      kind: 'list'
      area: string
      areas: { area: string; pets: number }[]
      pets: ListedLost[]
      page: number
      last: number
    }
  | { kind: 'failed' }

/** The page behind a member's card: `name` is the first name with an initial. Erased and refunded ones are missing. */
export type MemberView =
  | { kind: 'valid' | 'expired'; name: string; plan: string; validUntil: string }
  | { kind: 'missing' }
  | { kind: 'failed' }

/** The settings that the complaint form shows, and no other rendered page. */
export type ComplaintFacts = Pick<AppSite, 'emergencyNumbers' | 'feeTexts' | 'complaintDaysMax'> & {
  /** The animal of the street whose page led here; null if the tag in the address is of no such animal, and not there if nobody has looked. */
  animal?: { petId: string; petName: string } | null
}

/** Numbers that are counted, and the story of the foundation in the language of the page; empty without one. */
export type HomeFacts = {
  petsHome: number
  complaintsResolved: number
  members: number
  story: string
  /** The foundation's own photo beside the story; null for our drawing. */
  storyPhoto: LogoPicture | null
}

export type DonationFacts = {
  /** The section under which a gift of today is deductible, and empty without an approval. */
  taxSection: string
  /** The lines are in the language of the page. */
  amountTexts: AmountTexts
}

export type Sighting = 'counted' | 'failed'

/** A server-rendered page with all its data. It is sent to the browser as JSON, so it holds plain values only. */
export type PublicPage =
  | ({ name: 'home' } & HomeFacts)
  | { name: 'petDetail'; tag: TagView }
  /** `areas`: where somebody may say that they have seen it, its own ward first. `sighting`: the answer once they have; otherwise null. */
  | { name: 'community'; animal: StreetAnimal; areas: string[]; sighting: Sighting | null }
  | { name: 'finder'; view: FinderView }
  | { name: 'lost'; list: LostList }
  | { name: 'member'; member: MemberView }
  | { name: 'follow'; view: FollowView }
  | { name: 'receipt'; view: ReceiptView }
  | { name: 'pay'; view: PayView }
  | { name: 'legal'; document: LegalDocument }
  | { name: 'contact'; document: LegalDocument; view: GrievanceView }
  | { name: 'login'; view: LoginView }
  | { name: 'register'; view: RegisterView }
  | { name: 'recovery'; view: RecoveryView }
  | { name: 'privacyRequest'; view: PrivacyRequestView }
  | { name: 'preferences'; view: PreferencesView }
  | ({ name: 'donate' } & DonationFacts)
  | { name: 'complaint'; facts: ComplaintFacts }
  | { name: 'payComplaint' }
  /** `plans` are those for sale, in the reader's language; null if they could not be read. */
  | { name: 'membership'; category: PlanCategory; plans: Plan[] | null }

/**
 * The markup of a page: `head` holds title, description and link-preview tags, `body` is what hydration expects in the root, and `after`
 * is what follows the root.
 */
export type RenderedPage = { head: string; body: string; after: string }

/**
 * Renders a public page from these inputs alone, because the server caches by them. `query` is how the links to the page in other languages
 * begin; without it they ask for a language only.
 */
export type RenderPublicPage = (
  page: PublicPage,
  site: Site,
  year: string,
  language: Language,
  query?: string,
) => RenderedPage

/** Title and address of a page that the browser renders. None of them is for search engines. */
export type AppShellHead = { title: string; path: string | null }

/** Renders every other page: its root is shown until the script renders. */
export type RenderAppShell = (page: AppShellHead, site: Site, language: Language) => RenderedPage

/** The exports of the built renderer, which the server calls. */
export type Renderer = { render: RenderPublicPage; renderAppShell: RenderAppShell }

/** Element ids that server and browser share. */
export const ROOT_ID = 'root'
export const SITE_DATA_ID = 'site-data'
export const PAGE_DATA_ID = 'page-data'
