import catalogues from 'catalogues:register'
import { hydrateForm } from '../../entry-form.tsx'
import { RegisterPage } from './register-page.tsx'

hydrateForm(catalogues, (page) => page.name === 'register' && <RegisterPage view={page.view} />)
