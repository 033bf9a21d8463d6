import { paths } from '@petsetu/contract/paths.ts'
import { groupPetId } from '@petsetu/contract/pet-id.ts'
import type { PublicPage, RenderAppShell, RenderPublicPage } from '@petsetu/contract/public-pages.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { FirstLoad, WithoutScript } from './app/first-load.tsx'
import { PublicLayout } from './app/public-layout.tsx'
import { HomePage } from './home/home-page.tsx'
import { PetDetailPage } from './pets/pet-detail-page.tsx'

export const render: RenderPublicPage = (page, site) => ({
  head: renderToStaticMarkup(<Head {...headOf(page)} site={site} />),
  body: renderToString(
    <PublicLayout site={site}>
      {page.name === 'home' ? <HomePage /> : <PetDetailPage tag={page.tag} site={site} />}
    </PublicLayout>,
  ),
})

export const renderAppShell: RenderAppShell = (site) => ({
  root: renderToStaticMarkup(<FirstLoad />),
  after: renderToStaticMarkup(<WithoutScript site={site} />),
})

type HeadFacts = { title: string; description: string; path: string | null; isIndexed: boolean }

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

function Head({ title, description, path, isIndexed, site }: HeadFacts & { site: Site }) {
  const fullTitle = `${title} | PetSetu`
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {!isIndexed && <meta name="robots" content="noindex" />}
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.foundationName} />
      {path !== null && <meta property="og:url" content={site.publicUrl + path} />}
      <meta name="twitter:card" content="summary" />
      <meta name="theme-color" content="#fffbf4" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#14191b" media="(prefers-color-scheme: dark)" />
    </>
  )
}
