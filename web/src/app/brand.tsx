import { paths } from '@petsetu/contract/paths.ts'
import { Logo } from '../ui/layout/logo.tsx'
import classes from './brand.module.css'

/** The mark and the foundation's name, in the header of every page behind the login. */
export function Brand({ name }: { name: string }) {
  return (
    <a className={classes.brand} href={paths.home.to({})}>
      <Logo />
      <span>{name}</span>
    </a>
  )
}
