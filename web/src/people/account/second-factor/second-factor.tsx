import { Box, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { factorCalls } from '@petsetu/contract/people/factors.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatLongInstant } from '../../../platform/languages/page-formats.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import { request } from '../../../platform/lib/requests/request.ts'
import { saveFile } from '../../../platform/lib/requests/save-file.ts'
import { TableSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { showSuccess } from '../../../platform/ui/feedback/toast.ts'
import { useLazyValidation } from '../../../platform/ui/form/use-lazy-validation.ts'
import { useSubmit } from '../../../platform/ui/form/use-submit.ts'
import { QrCanvas } from '../../../shared/qr-canvas.tsx'
import { PasswordField } from '../../auth/password/password-field.tsx'
import { AccountForm, AccountStack, focusRow } from '../account-parts.tsx'
import { FormEnd, PresentFactor } from '../present-factor.tsx'
import classes from './second-factor.module.css'

export const secondFactorQuery = callQuery(factorCalls.read, {})

/** Sets up, shows and switches off the second factor of one's own account. */
export function SecondFactor({ username }: { username: string }) {
  const text = useText()
  const state = useQuery(secondFactorQuery)
  const [codes, setCodes] = useState<string[] | null>(null)

  function forgetCodes() {
    setCodes(null)
    focusRow('second-factor')
  }

  // Shown once, whatever happens to the state meanwhile.
  if (codes) return <RecoveryCodes codes={codes} onKept={forgetCodes} />
  const props = { username, onCodes: setCodes, onChanged: state.refetch }
  return (
    <Loaded query={state} skeleton={<TableSkeleton rows={2} />} failure={text('secondFactor.loadFailed')}>
      {({ data: { enabled_at: since, recovery_codes_left: codesLeft, is_required: isRequired } }) =>
        since ? (
          <SecondFactorIsOn since={since} codesLeft={codesLeft} {...props} />
        ) : (
          <SetUpSecondFactor isRequired={isRequired} {...props} />
        )
      }
    </Loaded>
  )
}

/** New recovery codes, which nothing shows again. */
function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const text = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const save = () => saveFile(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'recovery-codes.txt')
  return (
    <AccountStack>
      <Title order={3} fz={18} ref={heading} tabIndex={-1}>
        {text('secondFactor.codes')}
      </Title>
      <Text>{text('secondFactor.codesShownOnce')}</Text>
      <Stack component="ol" gap="xs" m={0} pl={28} style={{ overflowWrap: 'anywhere' }}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Stack>
      <Button variant="default" fullWidth onClick={save}>
        {text('secondFactor.saveCodes')}
      </Button>
      <Button fullWidth onClick={onKept}>
        {text('secondFactor.codesKept')}
      </Button>
    </AccountStack>
  )
}

type Props = {
  username: string
  isRequired: boolean
  onCodes: (codes: string[]) => void
  onChanged: () => unknown
}

/** Asks for the password, then shows the secret and asks for a code. */
function SetUpSecondFactor({ username, isRequired, onCodes, onChanged }: Props) {
  const text = useText()
  const [begun, setBegun] = useState<NewSecondFactor | null>(null)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: useLazyValidation(async () => (await import('../../auth/auth-checks.ts')).PasswordForm),
  })
  const { formProps, isBusy, otherFailure } = useSubmit(form, text('secondFactor.failed'), async (body) => {
    setBegun((await request(factorCalls.begin, { body })).reply.data)
    form.reset()
  })

  function cancel() {
    setBegun(null)
    focusRow('second-factor')
  }

  if (begun) return <ConfirmSecondFactor begun={begun} onCodes={onCodes} onChanged={onChanged} onCancel={cancel} />
  return (
    <AccountForm {...formProps}>
      {isRequired && <Notice kind="info">{text('secondFactor.required')}</Notice>}
      <Text>{text('secondFactor.explanation')}</Text>
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label={text('labels.password')}
        autoComplete="current-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      {otherFailure && <Notice kind="failed">{otherFailure}</Notice>}
      <Button type="submit" variant="default" fullWidth loading={isBusy}>
        {text('secondFactor.begin')}
      </Button>
    </AccountForm>
  )
}

type SecondFactorIsOnProps = {
  username: string
  since: string
  codesLeft: number
  onCodes: (codes: string[]) => void
  onChanged: () => unknown
}

const FEW_CODES = 3

/** Since when it is on, and the two things that one can do about it. */
function SecondFactorIsOn({ username, since, codesLeft, onCodes, onChanged }: SecondFactorIsOnProps) {
  const text = useText()
  const [change, setChange] = useState<Change | null>(null)

  function cancel() {
    setChange(null)
    focusRow('second-factor')
  }

  async function submit(body: { password: string; code: string }) {
    try {
      if (change === 'codes') onCodes((await request(factorCalls.renewCodes, { body })).reply.data.recovery_codes)
      else {
        await request(factorCalls.end, { body })
        showSuccess(text('secondFactor.switchedOff'))
      }
    } finally {
      // Without an answer it may be off. Once it is, this form is gone.
      void Promise.resolve(onChanged()).then(() => focusRow('second-factor'))
    }
  }

  return (
    <AccountStack>
      <Text>{text('secondFactor.isOn', { day: formatLongInstant(since) })}</Text>
      <Notice kind={codesLeft <= FEW_CODES ? 'failed' : 'info'} isAlert={false}>
        {text('secondFactor.codesLeft', pluralValues(codesLeft))}
      </Notice>
      {change ? (
        <ChangeSecondFactorForm change={change} username={username} onSubmit={submit} onCancel={cancel} />
      ) : (
        <>
          <Button variant="default" fullWidth onClick={() => setChange('codes')}>
            {text('secondFactor.renewCodes')}
          </Button>
          <Button variant="default" fullWidth onClick={() => setChange('off')}>
            {text('secondFactor.switchOff')}
          </Button>
        </>
      )}
    </AccountStack>
  )
}

type Change = 'codes' | 'off'

const EXPLANATIONS = { codes: 'secondFactor.renewExplanation', off: 'secondFactor.offExplanation' } as const
const BUTTONS = { codes: 'secondFactor.renewCodes', off: 'secondFactor.switchOff' } as const

type ChangeSecondFactorFormProps = {
  change: Change
  username: string
  onSubmit: (values: { password: string; code: string }) => Promise<void>
  onCancel: () => void
}

/** The password and a code, which it takes to change a second factor. */
function ChangeSecondFactorForm({ change, username, onSubmit, onCancel }: ChangeSecondFactorFormProps) {
  const text = useText()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', code: '' },
    validate: useLazyValidation(async () => (await import('../../auth/auth-checks.ts')).PasswordAndCodeForm),
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('secondFactor.failed'), onSubmit)
  const hasFieldError = form.errors.password || form.errors.code
  return (
    <AccountForm {...formProps}>
      <Text>{text(EXPLANATIONS[change])}</Text>
      <PresentFactor form={form} username={username} needsCode takesFocus />
      <FormEnd
        label={text(BUTTONS[change])}
        isBusy={isBusy}
        failure={hasFieldError ? null : failure}
        onCancel={onCancel}
      />
    </AccountForm>
  )
}

type NewSecondFactor = { secret: string; uri: string }

type ConfirmSecondFactorProps = {
  begun: NewSecondFactor
  onCodes: (codes: string[]) => void
  onChanged: () => unknown
  onCancel: () => void
}

/** Shows the secret as a QR code, as a link for the phone that one is on, and as text; a code of the app switches it on. */
function ConfirmSecondFactor({ begun, onCodes, onChanged, onCancel }: ConfirmSecondFactorProps) {
  const text = useText()
  const start = useRef<HTMLParagraphElement>(null)
  useEffect(() => start.current?.focus(), [])
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: useLazyValidation(async () => (await import('../../auth/auth-checks.ts')).CodeForm),
  })
  const { formProps, isBusy, otherFailure } = useSubmit(form, text('secondFactor.failed'), async (body) => {
    try {
      onCodes((await request(factorCalls.confirm, { body })).reply.data.recovery_codes)
    } finally {
      // Without an answer it may be on: the page then says so, and gives new recovery codes.
      onChanged()
    }
  })
  return (
    <AccountForm {...formProps}>
      <Text ref={start} tabIndex={-1}>
        {text('secondFactor.scan')}
      </Text>
      <Box maw={300}>
        <QrCanvas value={begun.uri} label={text('secondFactor.qrCode')} />
      </Box>
      <a href={begun.uri} className={classes.openApp}>
        {text('secondFactor.openApp')}
      </a>
      <Text>
        {text('secondFactor.typeSecret')}{' '}
        <code style={{ overflowWrap: 'anywhere', userSelect: 'all' }}>{inGroups(begun.secret)}</code>
      </Text>
      <TextInput
        label={text('labels.code')}
        description={text('secondFactor.typeCode')}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        key={form.key('code')}
        {...form.getInputProps('code')}
      />
      {otherFailure && <Notice kind="failed">{otherFailure}</Notice>}
      <Group grow gap="sm">
        <Button variant="default" onClick={onCancel}>
          {text('controls.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {text('secondFactor.switchOn')}
        </Button>
      </Group>
    </AccountForm>
  )
}

const inGroups = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')
