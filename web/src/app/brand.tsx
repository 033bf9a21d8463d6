import { paths } from '@petsetu/contract/paths.ts'
import { Logo } from '../ui/layout/logo.tsx'
import classes from './brand.module.css'

export function Brand({ name }: { name: string }) {
  return (
    <a className={classes.brand} href={paths.home.to({})}>
      <Logo />
      <span>{name}</span>
    </a>
  )
}
