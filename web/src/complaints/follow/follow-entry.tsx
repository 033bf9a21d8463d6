import catalogues from 'catalogues:follow'
import { hydrate } from '../../entry-public.tsx'
import { keepTyped } from '../../platform/public-form/keep-typed.ts'
import { FollowPage } from './follow-page.tsx'

keepTyped()
hydrate(catalogues, (page) => page.name === 'follow' && <FollowPage view={page.view} />)
