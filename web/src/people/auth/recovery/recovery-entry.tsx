import catalogues from 'catalogues:recovery'
import { hydrateForm } from '../../../entry-form.tsx'
import { RecoveryLanguages, RecoveryPages } from './recovery-pages.tsx'

hydrateForm(
  catalogues,
  (page) => page.name === 'recovery' && <RecoveryPages view={page.view} />,
  (page) => page.name === 'recovery' && <RecoveryLanguages view={page.view} />,
)
