import catalogues from 'catalogues:complaint'
import { hydrateForm } from '../../entry-form.tsx'
import { ComplaintPage } from './complaint-page.tsx'

hydrateForm(
  catalogues,
  (page, site) => page.name === 'complaint' && <ComplaintPage site={{ ...site, ...page.facts }} />,
)
