import { paths } from '@petsetu/contract/paths.ts'
import { hasDuty, type WithDuties } from '@petsetu/contract/people/duties.ts'
import { shownWords } from '@petsetu/contract/platform/removed.ts'
import { Link } from 'react-router'
import { useText } from '../languages/use-text.tsx'

type Props = { id: number | null; name: string; admin: WithDuties | null }

/** A name, which leads an admin with the duty for members to the account of the person, if there is one. */
export function NameLink({ id, name, admin }: Props) {
  const shown = shownWords(name, useText())
  return id !== null && admin && hasDuty(admin, 'members') ? <Link to={paths.user.to({ id })}>{shown}</Link> : shown
}
