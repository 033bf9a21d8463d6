import catalogues from 'catalogues:legal'
import { hydrate } from '../../entry-public.tsx'
import { LegalPage } from '../../shared/legal/legal-page.tsx'

hydrate(catalogues, (page) => page.name === 'legal' && <LegalPage document={page.document} />)
