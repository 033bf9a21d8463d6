import { Box, Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { paths } from '@petsetu/contract/paths.ts'
import { accountCalls } from '@petsetu/contract/people/account.ts'
import type { SessionUser } from '@petsetu/contract/people/auth.ts'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { navigateAway } from '../../platform/lib/address/navigate-away.ts'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { saveReply } from '../../platform/lib/requests/save-reply.ts'
import { useLeaving } from '../../platform/lib/requests/use-leaving.ts'
import { announceDeletion } from '../../platform/lib/storage/account-deleted.ts'
import type { DialogHandle } from '../../platform/ui/dialog/dialog.tsx'
import { FormDialog } from '../../platform/ui/dialog/form-dialog.tsx'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import { DownloadButton } from '../../platform/ui/table/download-button.tsx'
import { KeptComplaint } from '../../shared/privacy/kept-complaint.tsx'
import { PasswordField } from '../auth/password/password-field.tsx'
import { forgetDeletedUser, ownerOf } from '../auth/session.ts'
import { AccountLine } from './account-row.tsx'
import { forgetUnsent, hasUnsentHere } from './forget-unsent.ts'
import { secondFactorQuery } from './second-factor/second-factor.tsx'

/** Downloads the data of the own account, and deletes it. */
export function PersonalData({ user }: { user: SessionUser }) {
  const text = useText()
  const [asked, setAsked] = useState<'delete' | 'download' | null>(null)
  // Unless it is known, the button asks the server, which says what is missing.
  const hasSecondFactor = Boolean(useQuery(secondFactorQuery).data?.data.enabled_at)
  const close = () => setAsked(null)
  return (
    <>
      <AccountLine
        id="personal-data"
        isWide
        title={text('personalData.title')}
        value={text('personalData.downloadHint')}
        action={
          hasSecondFactor ? (
            <Button
              variant="subtle"
              px={8}
              leftSection={<IconDownload size={18} aria-hidden />}
              onClick={() => setAsked('download')}
            >
              {text('personalData.download')}
            </Button>
          ) : (
            // Takes back the margin with which such a button begins where the words of a table do.
            <Box component="span" ml={8}>
              <DownloadButton
                call={accountCalls.downloadData}
                input={{ body: {} }}
                failure={text('personalData.downloadFailed')}
                variant="subtle"
              >
                {text('personalData.download')}
              </DownloadButton>
            </Box>
          )
        }
      />
      <AccountLine
        id="delete-account"
        isWide
        title={text('personalData.deleteTitle')}
        value={text(user.role === 'admin' ? 'personalData.adminHint' : 'personalData.deleteHint')}
        action={
          user.role !== 'admin' && (
            <Button
              variant="subtle"
              color="heart"
              px={8}
              leftSection={<IconTrash size={18} aria-hidden />}
              onClick={() => setAsked('delete')}
            >
              {text('personalData.delete')}
            </Button>
          )
        }
      />
      {asked === 'delete' && <DeleteAccountDialog user={user} hasSecondFactor={hasSecondFactor} onClose={close} />}
      {asked === 'download' && <DownloadDataDialog onClose={close} />}
    </>
  )
}

/** Asks for the code of the second factor before one's own data is downloaded; closing it cancels the download. */
function DownloadDataDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const dialog = useRef<DialogHandle>(null)
  const leaving = useLeaving()
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code ? null : text('problems.required', { field: text('labels.code') })) },
  })
  const submit = useSubmit(form, text('personalData.downloadFailed'), async (body) => {
    await saveReply(accountCalls.downloadData, { body }, leaving())
    dialog.current?.close()
  })
  return (
    <FormDialog
      ref={dialog}
      title={text('personalData.downloadTitle')}
      {...submit}
      failure={submit.otherFailure}
      submitLabel={text('personalData.download')}
      onClose={onClose}
    >
      <CodeField {...form.getInputProps('code')} />
    </FormDialog>
  )
}

type Props = { user: SessionUser; hasSecondFactor: boolean; onClose: () => void }

function DeleteAccountDialog({ user, hasSecondFactor, onClose }: Props) {
  const text = useText()
  const dialog = useRef<DialogHandle>(null)
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (password) => (password ? null : text('problems.required', { field: text('labels.password') })),
      code: (code) => (code || !hasSecondFactor ? null : text('problems.required', { field: text('labels.code') })),
    },
  })
  const submit = useSubmit(form, text('personalData.deleteFailed'), async ({ password, code }) => {
    await request(accountCalls.delete, { body: { password, ...(hasSecondFactor && { code }) } })
    announceDeletion()
    await forgetUnsent(ownerOf(user))
    await forgetDeletedUser()
    await navigateAway(paths.home.to({}))
  })

  return (
    <FormDialog
      ref={dialog}
      title={text('personalData.question')}
      {...submit}
      submitLabel={text('personalData.delete')}
      isDangerous
      onClose={onClose}
    >
      <p>{text('personalData.deleted')}</p>
      <p>{text('personalData.ends')}</p>
      <UnsentGoes owner={ownerOf(user)} />
      <p>{text('personalData.kept')}</p>
      <KeptComplaints />
      <p>{text('personalData.downloadFirst')}</p>
      {/* Password managers read the account's name from here. */}
      <input type="text" autoComplete="username" value={user.username} readOnly hidden />
      <PasswordField
        label={text('labels.password')}
        autoComplete="current-password"
        mb={16}
        {...form.getInputProps('password')}
      />
      {hasSecondFactor && <CodeField {...form.getInputProps('code')} />}
    </FormDialog>
  )
}

/** Says that what waits at this device to be sent is deleted, too. */
function UnsentGoes({ owner }: { owner: string }) {
  const text = useText()
  const [isShown, setShown] = useState(false)
  useEffect(() => void hasUnsentHere(owner).then(setShown), [owner])
  return isShown && <p>{text('personalData.unsentGoes')}</p>
}

/** Complaints that are held: what is kept, why and until when. */
function KeptComplaints() {
  const kept = useQuery(callQuery(accountCalls.listKept, {})).data?.data ?? []
  if (kept.length === 0) return null
  return (
    <ul>
      {kept.map((one) => (
        <KeptComplaint key={one.reference} kept={one} />
      ))}
    </ul>
  )
}

type CodeFieldProps = Omit<ComponentProps<typeof TextInput>, 'label' | 'description'>

/** The code of a second factor, before something that a stolen session must not do. */
function CodeField(props: CodeFieldProps) {
  const text = useText()
  return (
    <TextInput
      label={text('secondFactor.codeOrRecoveryCode')}
      description={text('personalData.codeHint')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      mb={16}
      {...props}
    />
  )
}
