import { hydrateForm } from '../../entry-form.tsx'
import { PayComplaintPage } from './pay-complaint-page.tsx'

// Written out, because the build makes a file of each import. The server names the same files in the page's head.
const CATALOGUES = {
  en: () => import('catalogue:en/payComplaint'),
  hi: () => import('catalogue:hi/payComplaint'),
  mr: () => import('catalogue:mr/payComplaint'),
}

hydrateForm(CATALOGUES, (page, site) => page.name === 'payComplaint' && <PayComplaintPage site={site} />)
