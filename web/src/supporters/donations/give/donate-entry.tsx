import catalogues from 'catalogues:donate'
import { hydrateForm } from '../../../entry-form.tsx'
import { DonatePage } from './donate-page.tsx'

hydrateForm(catalogues, (page, site) => page.name === 'donate' && <DonatePage site={site} facts={page} />)
