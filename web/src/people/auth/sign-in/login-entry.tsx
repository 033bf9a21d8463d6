import catalogues from 'catalogues:login'
import { hydrateForm } from '../../../entry-form.tsx'
import { LoginPage } from './login-page.tsx'

hydrateForm(catalogues, (page) => page.name === 'login' && <LoginPage view={page.view} />)
