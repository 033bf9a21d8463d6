import { comeAlive } from '../entry-public.tsx'
import { HomePage } from './home-page.tsx'

comeAlive(() => <HomePage />)
