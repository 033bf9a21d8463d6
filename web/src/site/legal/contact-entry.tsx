import { hydrate } from '../../entry-public.tsx'
import { ContactPage } from './contact-page.tsx'

// Written out, because the build makes a file of each import. The server names the same files in the page's head.
const CATALOGUES = {
  en: () => import('catalogue:en/contact'),
  hi: () => import('catalogue:hi/contact'),
  mr: () => import('catalogue:mr/contact'),
}

hydrate(CATALOGUES, (page) => page.name === 'contact' && <ContactPage document={page.document} view={page.view} />)
