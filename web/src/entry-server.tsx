import { paths } from '@petsetu/contract/paths.ts'
import { groupPetId } from '@petsetu/contract/pet-id.ts'
import type {
  PetPage,
  PublicPage,
  RenderAppShell,
  RenderCommonHead,
  RenderPublicPage,
} from '@petsetu/contract/public-pages.ts'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { FirstLoad, WithoutScript } from './app/first-load.tsx'
import { PublicLayout, yearInIndia } from './app/public-layout.tsx'
import { commonHeadHtml, type HeadFacts, headHtml } from './head-html.ts'
import { HomePage } from './home/home-page.tsx'
import { PetCard } from './pets/pet-card.tsx'
import { PetDetailPage } from './pets/pet-detail-page.tsx'
import { type PetFacts, petFacts } from './pets/pet-facts.ts'

export const renderCommonHead: RenderCommonHead = commonHeadHtml

export const render: RenderPublicPage = (page, site) => ({
  head: headHtml(headOf(page), site),
  body: renderToString(
    <PublicLayout site={site}>
      {page.name === 'home' ? <HomePage /> : <PetDetailPage tag={page.tag} site={site} />}
    </PublicLayout>,
  ),
})

export const petPage: PetPage<{ head: HeadFacts; year: string; card: PetFacts }> = {
  factsOf: (pet, site) => ({
    head: headOf({ name: 'pet-detail', tag: { kind: 'pet', pet } }),
    year: yearInIndia(),
    card: petFacts(pet, site),
  }),
  render: ({ head, year, card }, site) => ({
    head: headHtml(head, site),
    body: renderToString(
      <PublicLayout site={site} year={year}>
        <PetCard facts={card} />
      </PublicLayout>,
    ),
  }),
}

export const renderAppShell: RenderAppShell = (site) => ({
  root: renderToStaticMarkup(<FirstLoad />),
  after: renderToStaticMarkup(<WithoutScript site={site} />),
})

function headOf(page: PublicPage): HeadFacts {
  if (page.name === 'home') {
    return {
      title: 'One scan brings a lost pet home',
      description: 'A tag with a QR code on the collar: whoever finds your pet scans it and can call you at once.',
      path: paths.home.to({}),
      isIndexed: true,
    }
  }
  const { tag } = page
  if (tag.kind === 'missing') {
    const description = 'Pet not found or an error occurred.'
    return { title: 'Pet not found', description, path: null, isIndexed: false }
  }
  if (tag.kind === 'blank') {
    return {
      title: `Blank tag ${groupPetId(tag.petId)}`,
      description: 'This tag is still blank. Register your pet on it.',
      path: paths.petDetail.to({ petId: tag.petId }),
      isIndexed: false,
    }
  }
  const { petId, petName, petType, location } = tag.pet
  return {
    title: `${petName} – ${petType}`,
    description: `Have you found ${petName} from ${location}? See how to reach the owner.`,
    path: paths.petDetail.to({ petId }),
    isIndexed: false,
  }
}
