import { paths } from '@petsetu/contract/paths.ts'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import { Link } from 'react-router'
import { useUser } from '../../people/auth/session.ts'

/** A name, which leads an admin with the duty for members to the account of the person, if there is one. */
export function PersonLink({ id, name }: { id: number | null; name: string }) {
  const admin = useUser()
  return id !== null && admin && hasDuty(admin, 'members') ? <Link to={paths.user.to({ id })}>{name}</Link> : name
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
