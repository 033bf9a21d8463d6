import { hydrate } from '../entry-public.tsx'
import { HomePage } from './home-page.tsx'

hydrate(() => <HomePage />)
