import { Button, Group } from '@mantine/core'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import { type ListedUser, type User, userCalls } from '@petsetu/contract/people/users.ts'
import { IconLogout, IconShieldOff, IconTrash, IconUserShield } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { dropRow, refetch } from '../../platform/lib/requests/call-query.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { useIsPhone } from '../../platform/lists/list-filters.tsx'
import { type RowAction, RowMenu } from '../../platform/lists/row-menu.tsx'
import type { DialogHandle } from '../../platform/ui/dialog/dialog.tsx'
import { ReasonDialog } from '../../platform/ui/dialog/reason-dialog.tsx'
import { lazyPart } from '../../platform/ui/feedback/lazy-part.tsx'
import { showSuccess } from '../../platform/ui/feedback/toast.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { useUser } from '../auth/session.ts'
import { useOwnDraft } from '../auth/use-own-draft.ts'
import classes from './users-page.module.css'

const DutiesDialog = lazyPart(async () => (await import('./duties-dialog.tsx')).DutiesDialog)

/** Those behind the menu of an account, and the one beside it where there is room. */
export type UserActions = { actions: RowAction[]; deletion?: RowAction }

/** The actions on an account, in its row and at the head of its page. `of` says whose they are. */
export function UserButtons({ of, actions: { actions, deletion } }: { of: string; actions: UserActions }) {
  return (
    <Group component="span" className={classes.buttons ?? ''} display="inline-flex" gap={0} wrap="nowrap">
      {deletion && <DeleteUser deletion={deletion} />}
      {actions.length > 0 && <RowMenu of={of} actions={actions} />}
    </Group>
  )
}

/** One click away, with its word where a row has room for it. */
function DeleteUser({ deletion: { label, name, icon: Icon, isBusy = false, onChoose } }: { deletion: RowAction }) {
  return (
    <Button
      className={classes.delete ?? ''}
      variant="subtle"
      color="heart"
      px={8}
      aria-label={name}
      title={label}
      loading={isBusy}
      onClick={onChoose}
    >
      <Icon size={18} aria-hidden />
      <span className={classes.word}>{label}</span>
    </Button>
  )
}

/**
 * Returns the actions of an admin on an account, and the dialog that one of them has opened: on accounts of other admins only with all duties,
 * and on the own one neither a deletion nor an end of its second factor.
 */
export function useUserActions(onDeleted?: () => void) {
  const text = useText()
  const isPhone = useIsPhone()
  const me = useUser()
  const hasAll = me !== null && hasDuty(me, 'all')
  const deletion = useDeleteUser(onDeleted)
  const endSessions = useEndSessions()
  const [losing, setLosing] = useState<ListedUser | null>(null)
  const [dutiesOf, setDutiesOf] = useState<ListedUser | null>(null)

  function actionsFor(user: ListedUser): UserActions {
    const { id, username, role, hasSecondFactor } = user
    const isOwn = id === me?.id
    if (role === 'admin' && !hasAll && !isOwn) return { actions: [] }
    const duties: RowAction = {
      label: text('duties.duties'),
      name: text('duties.dutiesOf', { username }),
      icon: IconUserShield,
      onChoose: () => setDutiesOf(user),
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
      onChoose: () => setLosing(user),
    }
    const account: RowAction = {
      label: text('controls.delete'),
      name: text('users.deleteNamed', { username }),
      icon: IconTrash,
      isDangerous: true,
      isBusy: deletion.isSaving(id),
      onChoose: () => deletion.start(user),
    }
    const actions = [
      ...(hasAll && role === 'admin' ? [duties] : []),
      sessions,
      ...(hasSecondFactor && !isOwn ? [secondFactor] : []),
    ]
    if (isOwn) return { actions }
    return { actions: isPhone ? [...actions, account] : actions, deletion: account }
  }

  const dialogs = (
    <>
      {dutiesOf && <DutiesDialog user={dutiesOf} onClose={() => setDutiesOf(null)} />}
      {losing && <EndSecondFactorDialog user={losing} onClose={() => setLosing(null)} />}
    </>
  )
  return { actionsFor, dialogs }
}

function useEndSessions() {
  const text = useText()
  return useSave({
    call: userCalls.endSessions,
    send: (user: User) => request(userCalls.endSessions, { params: { id: String(user.id) } }),
    confirm: ({ username }) => ({
      title: text('users.endSessionsQuestion', { username }),
      children: text('users.endSessionsExplanation'),
      confirmLabel: text('users.endSessions'),
    }),
    rowOf: (user) => user.id,
    success: (_, { username }) => text('users.sessionsEnded', { username }),
    failure: { fallback: text('users.endSessionsFailed') },
  })
}

/** Deletes an account. The server rejects deleting one's own account and the last admin's. */
function useDeleteUser(onDeleted: (() => void) | undefined) {
  const text = useText()
  return useSave({
    call: userCalls.delete,
    send: (user: User) => request(userCalls.delete, { params: { id: String(user.id) } }),
    confirm: (user) => ({
      title: text('users.deleteQuestion', { username: user.username }),
      children: <DeletedWithUser user={user} />,
      confirmLabel: text('controls.delete'),
    }),
    rowOf: (user) => user.id,
    invalidates: [userCalls.listAll],
    onSaved: (_, user, queries) => {
      dropRow(queries, userCalls.listAll, user.id)
      onDeleted?.()
    },
    success: (_, user) => text('users.deleted', { username: user.username }),
    failure: { fallback: text('users.deleteFailed') },
  })
}

function DeletedWithUser({ user }: { user: User }) {
  const text = useText()
  return (
    <>
      <p>{text('users.whatGoes', { email: user.email })}</p>
      <ul>
        <li>{text('users.account')}</li>
        <li>{text('users.sessions')}</li>
        <li>{text('users.pets')}</li>
      </ul>
      <p>{text(user.role === 'admin' ? 'users.whatStaysOfAdmin' : 'users.whatStays')}</p>
    </>
  )
}

/** Ends the second factor of somebody who has lost it; the reason goes into the log. */
function EndSecondFactorDialog({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const text = useText()
  const { id, username } = user
  const dialog = useRef<DialogHandle>(null)
  const queries = useQueryClient()

  async function end(body: { reason: string }) {
    await request(userCalls.endSecondFactor, { params: { id: String(id) }, body })
    showSuccess(text('users.secondFactorEnded', { username }))
    dialog.current?.close()
    await refetch(queries, userCalls.listAll, userCalls.read)
  }

  return (
    <ReasonDialog
      ref={dialog}
      draft={useOwnDraft(`end-second-factor-${id}`)}
      title={text('users.endSecondFactorQuestion', { username })}
      explanation={text('users.endSecondFactorExplanation')}
      label={text('users.endSecondFactorReason')}
      submitLabel={text('users.endSecondFactor')}
      isDangerous
      failureText={text('users.endSecondFactorFailed')}
      onSubmit={end}
      onClose={onClose}
    />
  )
}
