import { paths } from '@petsetu/contract/paths.ts'
import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import { previewUrlOf } from '@petsetu/contract/pets/pet-pictures.ts'
import type { PublicPet } from '@petsetu/contract/pets/pets.ts'
import type { PublicPage } from '@petsetu/contract/site/public-pages.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { followTitle } from './complaints/follow/follow-title.ts'
import type { PageHead } from './head-html.ts'
import { payTitle } from './payments/links/pay-title.ts'
import { receiptTitle } from './payments/receipts/receipt-page.tsx'
import { finderTitle } from './pets/found/public/finder-title.ts'

/** The title of a public page, and what other sites show of a link to it. */
export function headOf(page: PublicPage, site: Site, text: Translate, language: Language): PageHead {
  if (page.name === 'home') {
    return {
      title: text('home.headline'),
      description: text('home.description'),
      path: paths.home.to({}),
      isIndexed: true,
    }
  }
  if (page.name === 'community') {
    const { pet, community } = page.animal
    const { petId, petName: name, petType: type, photos } = pet
    const [photo] = photos
    return {
      title: text('petHead.petTitle', { name, type }),
      description: text('street.description', { name, ward: community.ward, foundation: site.foundationName }),
      path: paths.petDetail.to({ petId }),
      isIndexed: false,
      image: photo ? { path: previewUrlOf(photo), alt: text('street.photoOf', { name }) } : null,
    }
  }
  if (page.name === 'finder') {
    return { title: finderTitle(page.view, text), description: text('found.about'), path: null, isIndexed: false }
  }
  if (page.name === 'follow') {
    return { title: followTitle(page.view, text), description: text('follow.about'), path: null, isIndexed: false }
  }
  if (page.name === 'receipt')
    return { title: receiptTitle(page.view, text), description: null, path: null, isIndexed: false }
  if (page.name === 'pay') {
    return { title: payTitle(page.view, text), description: text('pay.about'), path: null, isIndexed: false }
  }
  if (page.name === 'lost') {
    return {
      title: text('lostList.title'),
      description: text('lostHead.description'),
      path: paths.lostPets.to({}),
      isIndexed: false,
    }
  }
  if (page.name === 'member') {
    return { title: text('member.title'), description: text('member.description'), path: null, isIndexed: false }
  }
  if (page.name === 'login') {
    return {
      title: text('titles.login'),
      description: text('pageDescriptions.login'),
      path: paths.login.to({}),
      isIndexed: true,
      sendsOrigin: true,
    }
  }
  if (page.name === 'register') {
    return {
      title: text('titles.register'),
      description: text('pageDescriptions.register'),
      path: paths.register.to({}),
      isIndexed: true,
      sendsOrigin: true,
    }
  }
  if (page.name === 'recovery') {
    const { kind } = page.view
    return {
      title: text(`titles.${kind}`),
      description: null,
      path: paths[kind].to({}),
      isIndexed: false,
      sendsOrigin: true,
    }
  }
  if (page.name === 'privacyRequest') {
    return {
      title: text('titles.privacyRequest'),
      description: text('pageDescriptions.privacyRequest'),
      path: paths.privacyRequest.to({}),
      isIndexed: true,
      sendsOrigin: true,
    }
  }
  if (page.name === 'preferences') {
    return {
      title: text('titles.mailPreferences'),
      description: null,
      path: null,
      isIndexed: false,
      sendsOrigin: true,
    }
  }
  if (page.name === 'complaint') {
    return {
      title: text('titles.complaint'),
      description: text('pageDescriptions.complaint'),
      path: paths.complaint.to({}),
      isIndexed: true,
    }
  }
  if (page.name === 'payComplaint') {
    return {
      title: text('titles.payComplaint'),
      description: text('pageDescriptions.payComplaint'),
      path: paths.payComplaint.to({}),
      isIndexed: false,
    }
  }
  if (page.name === 'membership') {
    const name = `${page.category}Membership` as const
    return {
      title: text(`titles.${name}`),
      description: text(`pageDescriptions.${name}`),
      path: paths[name].to({}),
      isIndexed: true,
    }
  }
  if (page.name === 'donate') {
    return {
      title: text('titles.donate'),
      description: text('pageDescriptions.donate'),
      path: paths.donate.to({}),
      isIndexed: true,
    }
  }
  if (page.name === 'legal' || page.name === 'contact') {
    const { name, title, description } = page.document
    return { title, description, path: paths[name].to({}), isIndexed: true, sendsOrigin: page.name === 'contact' }
  }
  const { tag } = page
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
  const [photo] = photos
  return {
    title: text(lost ? 'petHead.lostTitle' : 'petHead.petTitle', { name, type }),
    description: descriptionOf(tag.pet, text, language),
    path: paths.petDetail.to({ petId }),
    isIndexed: false,
    image: photo ? { path: previewUrlOf(photo), alt: text('finder.photoOf', { name }) } : null,
  }
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
