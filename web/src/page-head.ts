import { paths } from '@petsetu/contract/paths.ts'
import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import { PREVIEW, previewUrlOf } from '@petsetu/contract/pets/pet-pictures.ts'
import type { PublicCommunity, PublicPet } from '@petsetu/contract/pets/pets.ts'
import { escapeHtml } from '@petsetu/contract/platform/text.ts'
import type { PublicPage, ReceiptView, RecoveryView, TagView } from '@petsetu/contract/site/public-pages.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import type { PlanCategory } from '@petsetu/contract/supporters/plans.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import { LANGUAGE_KEY, LANGUAGES, type Language } from '@petsetu/languages/languages.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { followTitle } from './complaints/follow/follow-page.tsx'
import { payTitle } from './payments/links/pay-page.tsx'
import { receiptTitle } from './payments/receipts/receipt-page.tsx'
import { finderTitle } from './pets/found/public/finder-page.tsx'

const RECOVERY_HINTS = {
  forgotPassword: 'recover.forgotHint',
  resetPassword: 'recover.resetHint',
  confirmEmail: 'recover.confirmHint',
  undoEmailChange: 'recover.undoHint',
} as const satisfies Record<RecoveryView['kind'], PlainId>

const DEAD_LINKS = {
  resetPassword: 'recover.noLink',
  confirmEmail: 'recover.confirmDead',
  undoEmailChange: 'recover.undoDead',
} as const satisfies Record<Exclude<RecoveryView['kind'], 'forgotPassword'>, PlainId>

const RECEIPT_HINTS = {
  receipt: 'pageDescriptions.receipt',
  missing: 'receiptPage.missingHow',
  failed: 'receiptPage.loadFailed',
} as const satisfies Record<ReceiptView['kind'], PlainId>

// The pages whose title and description are texts with the name of the page.
const PLAIN_HEADS = {
  login: { isIndexed: true, sendsOrigin: true },
  register: { isIndexed: true, sendsOrigin: true },
  privacyRequest: { isIndexed: true, sendsOrigin: true },
  complaint: { isIndexed: true },
  payComplaint: { isIndexed: false },
  donate: { isIndexed: true },
} as const satisfies Partial<Record<PublicPage['name'], Pick<PageHead, 'isIndexed' | 'sendsOrigin'>>>

/** The title of a public page, and what other sites show of a link to it. */
export function headOf(page: PublicPage, site: Site, text: Translate, language: Language): PageHead {
  const unlisted = { path: null, isIndexed: false }
  switch (page.name) {
    case 'home':
      return {
        title: text('home.headline'),
        description: text('home.description'),
        path: paths.home.to({}),
        isIndexed: true,
      }
    case 'community': {
      const { pet, community } = page.animal
      const { petId, petName: name, petType: type, photos } = pet
      return {
        title: text('petHead.petTitle', { name, type }),
        description: streetDescription(name, community, text, site),
        path: paths.petDetail.to({ petId }),
        isIndexed: false,
        image: imageOf(photos, text('street.photoOf', { name })),
      }
    }
    case 'finder':
      return {
        title: finderTitle(page.view, text),
        description: text('found.about'),
        path: page.view.kind === 'form' ? paths.foundForm.to({ petId: page.view.petId }) : null,
        isIndexed: false,
      }
    case 'follow': {
      const isForm = page.view.kind === 'track' || page.view.kind === 'code'
      return {
        title: followTitle(page.view, text),
        description: text(isForm ? 'pageDescriptions.trackComplaint' : 'follow.about'),
        path: isForm ? paths.trackComplaint.to({}) : null,
        isIndexed: false,
      }
    }
    case 'receipt':
      return { title: receiptTitle(page.view, text), description: text(RECEIPT_HINTS[page.view.kind]), ...unlisted }
    case 'pay':
      return { title: payTitle(page.view, text), description: text('pay.about'), ...unlisted }
    case 'lost':
      return {
        title: text('lostList.title'),
        description: text('lostHead.description'),
        path: paths.lostPets.to({}),
        isIndexed: false,
      }
    case 'member':
      return { title: text('member.title'), description: text('member.description'), ...unlisted }
    case 'recovery': {
      const { kind } = page.view
      return {
        title: text(`titles.${kind}`),
        description: text(recoveryHint(page.view)),
        path: paths[kind].to({}),
        isIndexed: false,
        sendsOrigin: true,
      }
    }
    case 'preferences':
      return {
        title: text('titles.mailPreferences'),
        description: text('pageDescriptions.preferences'),
        ...unlisted,
        sendsOrigin: true,
      }
    case 'membership':
      return { ...plainHead(`${page.category}Membership`, text), isIndexed: true }
    case 'legal':
    case 'contact': {
      const { name, title, description } = page.document
      return { title, description, path: paths[name].to({}), isIndexed: true, sendsOrigin: page.name === 'contact' }
    }
    case 'petDetail':
      return tagHead(page.tag, text, language)
    default:
      return { ...plainHead(page.name, text), ...PLAIN_HEADS[page.name] }
  }
}

function plainHead(name: keyof typeof PLAIN_HEADS | `${PlanCategory}Membership`, text: Translate) {
  return { title: text(`titles.${name}`), description: text(`pageDescriptions.${name}`), path: paths[name].to({}) }
}

function tagHead(tag: TagView, text: Translate, language: Language): PageHead {
  if (tag.kind === 'missing' || tag.kind === 'failed') {
    const title = text(tag.kind === 'missing' ? 'petHead.missingTitle' : 'petHead.failedTitle')
    return { title, description: text('finder.missing'), path: null, isIndexed: false }
  }
  if (tag.kind === 'blank') {
    return {
      title: text('petHead.blankTitle', { tag: groupPetId(tag.petId) }),
      description: text('petHead.blankDescription'),
      path: paths.petDetail.to({ petId: tag.petId }),
      isIndexed: false,
    }
  }
  const { petId, petName: name, petType: type, photos, lost } = tag.pet
  return {
    title: text(lost ? 'petHead.lostTitle' : 'petHead.petTitle', { name, type }),
    description: descriptionOf(tag.pet, text, language),
    path: paths.petDetail.to({ petId }),
    isIndexed: false,
    image: imageOf(photos, text('finder.photoOf', { name })),
  }
}

function imageOf([photo]: PublicPet['photos'], alt: string): Picture | null {
  return photo ? { path: previewUrlOf(photo), alt } : null
}

/** Without the secret of its link a page does nothing, and says so. */
function recoveryHint(view: RecoveryView): PlainId {
  if (view.kind === 'forgotPassword') return RECOVERY_HINTS.forgotPassword
  const isDone = 'answer' in view && view.answer !== null
  return (view.token === null && !isDone ? DEAD_LINKS : RECOVERY_HINTS)[view.kind]
}

function streetDescription(
  name: string,
  { status, ward }: PublicCommunity,
  text: Translate,
  { foundationName: foundation }: Site,
): string {
  if (status === 'died') return text('street.died', { name })
  if (status === 'moved') return text('street.movedText', { name, foundation })
  return text('street.description', { name, ward, foundation })
}

function descriptionOf(
  { petName: name, location: place, lost }: PublicPet,
  text: Translate,
  language: Language,
): string {
  if (lost) {
    return text('petHead.lostDescription', { name, day: formatLongDay(lost.since, language), area: lost.area })
  }
  return place ? text('petHead.petDescription', { name, place }) : text('petHead.petDescriptionNoArea', { name })
}

/** The picture of the preview: its path, and what it shows. */
type Picture = { path: string; alt: string }

/** The title, description and preview tags of a page. */
export type PageHead = {
  title: string
  description: string | null
  /** Null if the address holds a secret or is one of many. */
  path: string | null
  isIndexed: boolean
  /** Its forms say where they come from, also in browsers without `Sec-Fetch-Site`. Other sites still learn nothing. */
  sendsOrigin?: boolean
  image?: Picture | null
}

/** The title of a page, its address in each language, and what search engines and other sites show of it. */
export function headHtml(
  { title, description, path, isIndexed, sendsOrigin, image = null }: PageHead,
  site: Site,
): string {
  const fullTitle = escapeHtml(`${title} · PetSetu`)
  const url = path === null ? '' : escapeHtml(site.publicUrl + path)
  return [
    `<title>${fullTitle}</title>`,
    isIndexed ? '' : '<meta name="robots" content="noindex">',
    sendsOrigin ? '<meta name="referrer" content="same-origin">' : '',
    url && `<link rel="canonical" href="${url}">`,
    ...LANGUAGES.map((other) => `<link rel="alternate" hreflang="${other}" href="${url}?${LANGUAGE_KEY}=${other}">`),
    description === null ? '' : previewTags(fullTitle, escapeHtml(description), url, site, image),
    '<meta name="theme-color" content="#fffbf4" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#14191b" media="(prefers-color-scheme: dark)">',
  ].join('')
}

function previewTags(title: string, description: string, url: string, site: Site, image: Picture | null): string {
  return [
    `<meta name="description" content="${description}">`,
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    url && `<meta property="og:url" content="${url}">`,
    '<meta property="og:type" content="website">',
    `<meta property="og:site_name" content="${escapeHtml(site.foundationName)}">`,
    image ? imageTags(site.publicUrl + image.path, image.alt) : '<meta name="twitter:card" content="summary">',
  ].join('')
}

function imageTags(url: string, alt: string): string {
  return [
    `<meta property="og:image" content="${escapeHtml(url)}">`,
    '<meta property="og:image:type" content="image/jpeg">',
    `<meta property="og:image:width" content="${PREVIEW.width}">`,
    `<meta property="og:image:height" content="${PREVIEW.height}">`,
    `<meta property="og:image:alt" content="${escapeHtml(alt)}">`,
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('')
}
