import { paths } from '@petsetu/contract/paths.ts'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import { Link } from 'react-router'
import { useUser } from '../../people/auth/session.ts'
import { NameLink } from '../../platform/lists/name-link.tsx'

/** The name of a person, which leads to the account. */
export function PersonLink({ id, name }: { id: number | null; name: string }) {
  return <NameLink id={id} name={name} admin={useUser()} />
}

/** Says what was paid for. A filing fee leads an admin with the duty for cases to its complaint. */
export function CaseLink({ id, name }: { id: number | null; name: string }) {
  const admin = useUser()
  return id !== null && admin && hasDuty(admin, 'cases') ? (
    <Link to={paths.complaintDetail.to({ id })}>{name}</Link>
  ) : (
    name
  )
}
