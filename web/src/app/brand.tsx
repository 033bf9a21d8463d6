import { paths } from '@petsetu/contract/paths.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { Logo } from '../platform/ui/layout/logo.tsx'
import classes from './brand.module.css'

export function Brand({ site: { foundationName, logo } }: { site: Site }) {
  return (
    <a className={classes.brand} href={paths.home.to({})}>
      <Logo picture={logo} />
      <span>{foundationName}</span>
    </a>
  )
}
