import catalogues from 'catalogues:membership'
import { hydrateForm } from '../../../entry-form.tsx'
import { RegistrationPage } from './registration-page.tsx'

hydrateForm(
  catalogues,
  (page, site) =>
    page.name === 'membership' && <RegistrationPage category={page.category} rendered={page.plans} site={site} />,
)
