import catalogues from 'catalogues:community'
import { hydrate } from '../../../entry-public.tsx'
import { StreetPage } from './street-page.tsx'

hydrate(
  catalogues,
  (page, site) =>
    page.name === 'community' && (
      <StreetPage animal={page.animal} areas={page.areas} sighting={page.sighting} site={site} />
    ),
)
