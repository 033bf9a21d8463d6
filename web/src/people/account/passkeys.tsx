import { Button, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { factorCalls, PASSKEYS_MAX, type Passkey, passkeyCalls } from '@petsetu/contract/people/factors.ts'
import { formatDaysAgo } from '@petsetu/languages/days-ago.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RichText, useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { CallError, request } from '../../platform/lib/requests/request.ts'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { showSuccess } from '../../platform/ui/feedback/toast.ts'
import { useLazyValidation } from '../../platform/ui/form/use-lazy-validation.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import { PlainList } from '../../platform/ui/layout/card-parts.tsx'
import { screenReaderOnly } from '../../platform/ui/layout/screen-reader-only.tsx'
import { canHavePasskeys, isDeclined } from '../auth/browser-passkeys.ts'
import { AccountForm, focusRow, Listed } from './account-parts.tsx'
import { FormEnd, PresentFactor, useFocus } from './present-factor.tsx'

/** The one form that is open: for a new passkey, or for one of the list. */
type Open = { form: 'add' } | { form: 'rename' | 'remove'; passkey: Passkey }

/** Lists the passkeys of one's own account; adds, renames and removes one. */
export function Passkeys({ username }: { username: string }) {
  const text = useText()
  const list = useQuery(callQuery(passkeyCalls.list, {}))
  const factor = useQuery(callQuery(factorCalls.read, {}))
  const [open, setOpen] = useState<Open | null>(null)
  const needsCode = Boolean(factor.data?.data.enabled_at)

  function close() {
    setOpen(null)
    focusRow('passkeys')
  }

  async function done(message: string) {
    showSuccess(message)
    close()
    // An admin who had to set up a second factor has one now.
    await Promise.all([list.refetch(), factor.refetch()])
  }

  const present = { username, needsCode, onCancel: close }
  return (
    <Loaded query={list} skeleton={<TableSkeleton rows={2} />} failure={text('passkeys.listFailed')}>
      {({ data: { can_have: isPossibleHere, passkeys } }) => (
        <>
          <Text c="dimmed" mb="sm">
            {text('passkeys.hint')}
          </Text>
          {passkeys.length === 0 ? (
            <Text c="dimmed" mb="sm">
              {text('passkeys.none')}
            </Text>
          ) : (
            <PlainList gap={0} mb="sm">
              {passkeys.map((passkey) => (
                <ListedPasskey key={passkey.id} passkey={passkey} onOpen={(form) => setOpen({ form, passkey })} />
              ))}
            </PlainList>
          )}
          {open?.form === 'add' && <AddForm {...present} onDone={() => done(text('passkeys.added'))} />}
          {open?.form === 'rename' && (
            <RenameForm key={open.passkey.id} passkey={open.passkey} onCancel={present.onCancel} onDone={done} />
          )}
          {open?.form === 'remove' && (
            <RemoveForm
              key={open.passkey.id}
              {...present}
              passkey={open.passkey}
              onDone={() => done(text('passkeys.removed'))}
            />
          )}
          {!open && passkeys.length < PASSKEYS_MAX && (
            <AddButton isPossible={isPossibleHere && canHavePasskeys()} onClick={() => setOpen({ form: 'add' })} />
          )}
        </>
      )}
    </Loaded>
  )
}

function AddButton({ isPossible, onClick }: { isPossible: boolean; onClick: () => void }) {
  const text = useText()
  if (!isPossible)
    return (
      <Text c="dimmed" mb="sm">
        {text('passkeys.unavailable')}
      </Text>
    )
  return (
    <Button variant="default" fullWidth onClick={onClick}>
      {text('passkeys.add')}
    </Button>
  )
}

const LABELS = { rename: 'passkeys.rename', remove: 'passkeys.remove' } as const

type ListedProps = { passkey: Passkey; onOpen: (form: 'rename' | 'remove') => void }

function ListedPasskey({ passkey: { name, last_used_at: lastUsed }, onOpen }: ListedProps) {
  const text = useText()
  const language = useLanguage()
  const hint = lastUsed
    ? text('devices.lastUsed', { when: formatDaysAgo(lastUsed, language) })
    : text('passkeys.unused')
  return (
    <Listed name={name} hint={hint}>
      {(['rename', 'remove'] as const).map((form) => (
        <Button key={form} variant="subtle" px={8} onClick={() => onOpen(form)}>
          <RichText id={LABELS[form]} fill={{ name: () => screenReaderOnly(name) }} />
        </Button>
      ))}
    </Listed>
  )
}

type Present = { username: string; needsCode: boolean; onCancel: () => void }

const webauthn = () => import('@simplewebauthn/browser')

function AddForm({ username, needsCode, onCancel, onDone }: Present & { onDone: () => Promise<void> }) {
  const text = useText()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', password: '', code: '' },
    validate: useLazyValidation(async () => (await import('../auth/auth-checks.ts')).NewPasskeyForm),
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('passkeys.failed'), async ({ name, password, code }) => {
    const asked = await request(passkeyCalls.askToAdd, { body: factorOf({ password, code }) })
    const { startRegistration } = await webauthn()
    const credential = await startRegistration({ optionsJSON: asked.reply.data.options }).catch((error: unknown) => {
      if (isDeclined(error)) return null
      throw error
    })
    if (!credential) return
    const body = { ticket: asked.reply.data.ticket, name, credential: { ...credential, clientExtensionResults: {} } }
    await request(passkeyCalls.add, { body })
    await onDone()
  })
  return (
    <AccountForm {...formProps} aria-label={text('passkeys.add')}>
      <TextInput
        label={text('passkeys.name')}
        ref={useFocus()}
        required
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <PresentFactor form={form} username={username} needsCode={needsCode} />
      <FormEnd label={text('passkeys.add')} isBusy={isBusy} failure={failure} onCancel={onCancel} />
    </AccountForm>
  )
}

type RenameProps = { passkey: Passkey; onCancel: () => void; onDone: (message: string) => Promise<void> }

function RenameForm({ passkey, onCancel, onDone }: RenameProps) {
  const text = useText()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: passkey.name },
    validate: useLazyValidation(async () => (await import('../auth/auth-checks.ts')).PasskeyNameForm),
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('passkeys.failed'), async (body) => {
    await request(passkeyCalls.rename, { params: { id: String(passkey.id) }, body })
    await onDone(text('passkeys.renamed'))
  })
  return (
    <AccountForm {...formProps}>
      <TextInput
        label={text('passkeys.name')}
        ref={useFocus()}
        required
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <FormEnd label={text('passkeys.saveName')} isBusy={isBusy} failure={failure} onCancel={onCancel} />
    </AccountForm>
  )
}

type RemoveProps = Present & { passkey: Passkey; onDone: () => Promise<void> }

function RemoveForm({ passkey, username, needsCode, onCancel, onDone }: RemoveProps) {
  const text = useText()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', code: '' },
    validate: useLazyValidation(async () => (await import('../auth/auth-checks.ts')).PasswordForm),
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('passkeys.failed'), async (values) => {
    await removePasskey(passkey, values)
    await onDone()
  })
  return (
    <AccountForm {...formProps}>
      <Text>{text('passkeys.removeHint', { name: passkey.name })}</Text>
      <PresentFactor form={form} username={username} needsCode={needsCode} takesFocus />
      <FormEnd label={text('passkeys.removeNow')} isBusy={isBusy} failure={failure} onCancel={onCancel} />
    </AccountForm>
  )
}

async function removePasskey({ id }: Passkey, values: { password: string; code: string }): Promise<void> {
  try {
    await request(passkeyCalls.remove, { params: { id: String(id) }, body: factorOf(values) })
  } catch (error) {
    // It is gone already: its removal got no answer, or another device has removed it.
    if (!(error instanceof CallError && error.code === 'passkey_not_found')) throw error
  }
}

// The call takes a code only from whoever has a second factor.
const factorOf = ({ password, code }: { password: string; code: string }) => (code ? { password, code } : { password })
