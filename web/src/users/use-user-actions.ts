import { hasDuty } from '@petsetu/contract/duties.ts'
import type { ListedUser } from '@petsetu/contract/users.ts'
import { IconLogout, IconShieldOff, IconTrash, IconUserShield } from '@tabler/icons-react'
import { useUser } from '../auth/session.ts'
import { useText } from '../languages/use-text.tsx'
import type { RowAction } from '../lists/row-menu.tsx'
import { useDeleteUser } from './use-delete-user.tsx'
import { useEndSessions } from './use-end-sessions.ts'

type Dialogs = { onEndSecondFactor: (user: ListedUser) => void; onDuties: (user: ListedUser) => void }

/**
 * Returns the actions of an admin on an account: on those of other admins only with all duties, and on their own neither a deletion nor an end
 * of its second factor.
 */
export function useUserActions({ onEndSecondFactor, onDuties }: Dialogs): (user: ListedUser) => RowAction[] {
  const text = useText()
  const me = useUser()
  const hasAll = me !== null && hasDuty(me, 'all')
  const deletion = useDeleteUser()
  const endSessions = useEndSessions()

  return (user) => {
    const { id, username, role, hasSecondFactor } = user
    const isOwn = id === me?.id
    if (role === 'admin' && !hasAll && !isOwn) return []
    const duties: RowAction = {
      label: text('duties.duties'),
      name: text('duties.dutiesOf', { username }),
      icon: IconUserShield,
      onChoose: () => onDuties(user),
    }
    const sessions: RowAction = {
      label: text('users.endSessions'),
      name: text('users.endSessionsOf', { username }),
      icon: IconLogout,
      isBusy: endSessions.isSaving(id),
      onChoose: () => endSessions.start(user),
    }
    const secondFactor: RowAction = {
      label: text('users.endSecondFactor'),
      name: text('users.endSecondFactorOf', { username }),
      icon: IconShieldOff,
      isDangerous: true,
      onChoose: () => onEndSecondFactor(user),
    }
    const account: RowAction = {
      label: text('controls.delete'),
      name: text('users.deleteNamed', { username }),
      icon: IconTrash,
      isDangerous: true,
      isBusy: deletion.isSaving(id),
      onChoose: () => deletion.start(user),
    }
    return [
      ...(hasAll && role === 'admin' ? [duties] : []),
      sessions,
      ...(hasSecondFactor && !isOwn ? [secondFactor] : []),
      ...(isOwn ? [] : [account]),
    ]
  }
}
