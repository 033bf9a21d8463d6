import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { hasDuty, type WithDuties } from '@petsetu/contract/people/duties.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { IconPencil } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { useText } from '../languages/use-text.tsx'
import classes from './correct-link.module.css'

type Props = {
  purpose: Purpose
  id: number
  name: string
  admin: WithDuties | null
  /** In a narrow column, where only the icon has room. */
  isIcon?: boolean
}

/** Leads an admin with the duty for people's data to the form that corrects the person of a record, and from there back to this page. */
export function CorrectLink({ purpose, id, name, admin, isIcon = false }: Props) {
  const text = useText()
  const { pathname, search } = useLocation()
  if (!admin || !hasDuty(admin, 'privacy')) return null
  return (
    <Button
      component={Link}
      to={paths.correction.to({ purpose, id })}
      state={{ from: pathname + search }}
      variant="subtle"
      className={isIcon ? (classes.icon ?? '') : ''}
      px={8}
      {...(!isIcon && { ml: -8 })}
      title={isIcon ? text('privacyCase.correctIt') : undefined}
      leftSection={!isIcon && <IconPencil size={18} aria-hidden />}
      aria-label={text('privacyCase.correctOf', { what: name })}
    >
      {isIcon ? <IconPencil size={18} aria-hidden /> : text('privacyCase.correctIt')}
    </Button>
  )
}
