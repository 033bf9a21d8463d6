import catalogues from 'catalogues:contact'
import { hydrate } from '../../entry-public.tsx'
import { keepTyped } from '../../platform/public-form/keep-typed.ts'
import { ContactPage } from './contact-page.tsx'

keepTyped()
hydrate(catalogues, (page) => page.name === 'contact' && <ContactPage document={page.document} view={page.view} />)
