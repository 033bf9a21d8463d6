import type { I18n } from '@lingui/core'
import { paths } from '@petsetu/contract/paths.ts'
import type { AppSite } from '@petsetu/contract/site/site.ts'
import { type ReactNode, useEffect } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { PublicLayout } from '../src/app/public-layout.tsx'
import { ComplaintPage } from '../src/complaints/file/complaint-page.tsx'
import { TextProvider } from '../src/platform/languages/use-text.tsx'
import { DonatePage } from '../src/supporters/donations/give/donate-page.tsx'

type Render = (site: AppSite) => ReactNode | Promise<ReactNode>

/** The rendered pages that have page tests: what the server would send of each. */
const RENDERED: Record<string, Render> = {
  [paths.complaint.pattern]: (site) => <ComplaintPage site={site} />,
  [paths.donate.pattern]: (site) => <DonatePage site={site} />,
}

/** Shows what the server would have rendered and lets the script take over, as in the browser; null for a page of the app. */
export async function hydratePage(place: HTMLElement, i18n: I18n, site: AppSite): Promise<Root | null> {
  const render = RENDERED[location.pathname]
  if (!render) return null
  const page = await render(site)
  const { promise: hasTakenOver, resolve } = Promise.withResolvers<void>()
  const shown = (
    <TextProvider i18n={i18n}>
      <PublicLayout site={site}>{page}</PublicLayout>
      <TakenOver onDone={resolve} />
    </TextProvider>
  )
  place.innerHTML = renderToString(shown)
  const root = hydrateRoot(place, shown)
  await hasTakenOver
  return root
}

function TakenOver({ onDone }: { onDone: () => void }) {
  useEffect(onDone, [onDone])
  return null
}
