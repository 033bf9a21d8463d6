import catalogues from 'catalogues:privacyRequest'
import { hydrateForm } from '../../entry-form.tsx'
import { PrivacyRequestPage } from './privacy-request-page.tsx'

hydrateForm(catalogues, (page) => page.name === 'privacyRequest' && <PrivacyRequestPage view={page.view} />)
