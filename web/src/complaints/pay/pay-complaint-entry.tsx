import catalogues from 'catalogues:payComplaint'
import { hydrateForm } from '../../entry-form.tsx'
import { LanguageForm } from '../../platform/languages/language-form.tsx'
import { PayComplaintPage } from './pay-complaint-page.tsx'

hydrateForm(
  catalogues,
  (page, site) => page.name === 'payComplaint' && <PayComplaintPage site={site} />,
  () => <LanguageForm />,
)
