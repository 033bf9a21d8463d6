import catalogues from 'catalogues:contact'
import { hydrate } from '../../entry-public.tsx'
import { ContactPage } from './contact-page.tsx'

hydrate(catalogues, (page) => page.name === 'contact' && <ContactPage document={page.document} view={page.view} />)
