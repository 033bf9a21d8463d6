import { today } from '@petsetu/contract/dates.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { groupPetId } from '@petsetu/contract/pet-id.ts'
import type { PublicPage, RenderAppShell, RenderPublicPage } from '@petsetu/contract/public-pages.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { FirstLoad, WithoutScript } from './app/first-load.tsx'
import { PublicLayout } from './app/public-layout.tsx'
import { type HeadFacts, headHtml } from './head-html.ts'
import { HomePage } from './home/home-page.tsx'
import { PetCard } from './pets/pet-card.tsx'
import { PetDetailPage } from './pets/pet-detail-page.tsx'

export const render: RenderPublicPage = (page, site) => ({
  head: headHtml(headOf(page), site),
  body: bodyHtml(page, site),
})

function bodyHtml(page: PublicPage, site: Site): string {
  if (page.name === 'pet-detail' && page.tag.kind === 'pet') {
    const [before, after] = layoutHtml(site)
    return before + renderToString(<PetCard pet={page.tag.pet} site={site} />) + after
  }
  return renderToString(
    <PublicLayout site={site}>
      {page.name === 'home' ? <HomePage /> : <PetDetailPage tag={page.tag} site={site} />}
    </PublicLayout>,
  )
}

const HOLE = 'what stands between header and footer'
let layout: { day: string; html: [before: string, after: string] } | null = null

/** Header and footer, which are the same on the page of every pet and change with the year alone: half of the work of a page. */
function layoutHtml(site: Site): [before: string, after: string] {
  const day = today()
  if (layout?.day !== day) {
    const [before = '', after = ''] = renderToString(<PublicLayout site={site}>{HOLE}</PublicLayout>).split(HOLE)
    layout = { day, html: [before, after] }
  }
  return layout.html
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
