import { paths } from '@petsetu/contract/paths.ts'
import { groupPetId } from '@petsetu/contract/pet-id.ts'
import type { PublicPage, RenderAppShell, RenderPublicPage } from '@petsetu/contract/public-pages.ts'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { FirstLoad, WithoutScript } from './app/first-load.tsx'
import { PublicLayout } from './app/public-layout.tsx'
import { type HeadFacts, headHtml } from './head-html.ts'
import { HomePage } from './home/home-page.tsx'
import { PetDetailPage } from './pets/public/pet-detail-page.tsx'

export const render: RenderPublicPage = (page, site, year) => ({
  head: headHtml(headOf(page), site),
  body: renderToString(
    <PublicLayout site={site} year={year}>
      {page.name === 'home' ? <HomePage /> : <PetDetailPage tag={page.tag} site={site} />}
    </PublicLayout>,
  ),
})

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
  if (tag.kind === 'missing' || tag.kind === 'failed') {
    const description = 'Pet not found or an error occurred.'
    const title = tag.kind === 'missing' ? 'Pet not found' : 'This page could not be loaded'
    return { title, description, path: null, isIndexed: false }
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
