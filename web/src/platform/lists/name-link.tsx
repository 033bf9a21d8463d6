import { paths } from '@petsetu/contract/paths.ts'
import { hasDuty, type WithDuties } from '@petsetu/contract/people/duties.ts'
import { Link } from 'react-router'

type Props = { id: number | null; name: string; admin: WithDuties | null }

/** A name, which leads an admin with the duty for members to the account of the person, if there is one. */
export function NameLink({ id, name, admin }: Props) {
  return id !== null && admin && hasDuty(admin, 'members') ? <Link to={paths.user.to({ id })}>{name}</Link> : name
}
