import { Button, Radio, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { paths } from '@petsetu/contract/paths.ts'
import { accountCalls } from '@petsetu/contract/people/account.ts'
import { authCalls, type SessionUser } from '@petsetu/contract/people/auth.ts'
import { PASSWORD_LENGTH_MIN } from '@petsetu/contract/people/password-rules.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { memberNumber } from '@petsetu/contract/supporters/membership-facts.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { LANGUAGE_KEY, LANGUAGES, type Language, languages } from '@petsetu/languages/languages.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { keepLanguage } from '../../platform/languages/language-cookie.ts'
import { RichText, useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { navigateAway } from '../../platform/lib/address/navigate-away.ts'
import { useDraftedForm } from '../../platform/lib/drafts/use-drafted-form.ts'
import { dataQuery } from '../../platform/lib/requests/call-query.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { FormSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { keepFocus } from '../../platform/ui/form/keep-focus.ts'
import { useLazyValidation } from '../../platform/ui/form/use-lazy-validation.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import { screenReaderOnly } from '../../platform/ui/layout/screen-reader-only.tsx'
import { OwnCard } from '../../shared/member-card/card-sheet.tsx'
import { ownAccount, useOwnAccount } from '../auth/own-account.ts'
import { PasswordField } from '../auth/password/password-field.tsx'
import { StrengthHint } from '../auth/password/strength-hint.tsx'
import { useUser } from '../auth/session.ts'
import { useOwnDraft } from '../auth/use-own-draft.ts'
import { AccountForm } from './account-parts.tsx'
import {
  AccountGroup,
  AccountLine,
  AccountRow,
  DevicesNow,
  EmailNow,
  LanguageNow,
  NoticesNow,
  PasskeysNow,
  PhoneNow,
  RemindersNow,
  RequestsNow,
  SecondFactorNow,
} from './account-row.tsx'
import { Devices } from './devices.tsx'
import { EmailForm } from './email-form.tsx'
import { PushChoice, ReminderChoice } from './notice-choices.tsx'
import { OwnPrivacyRequests } from './own-privacy-requests.tsx'
import { Passkeys } from './passkeys.tsx'
import { PersonalData } from './personal-data.tsx'
import { SecondFactor, secondFactorQuery } from './second-factor/second-factor.tsx'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'

const ownCard = dataQuery(membershipCalls.card)

export function AccountPage({ site }: { site: Site }) {
  const text = useText()
  const user = useUser()
  const isAdmin = user?.role === 'admin'
  const secondFactor = useQuery({ ...secondFactorQuery, enabled: isAdmin })
  if (!user) return null
  const title = <PageTitle>{text('titles.account')}</PageTitle>
  if (isAdmin && secondFactor.isPending) return <>{title}</>
  // An admin who must set up a second factor can do nothing else before.
  return (
    <>
      {title}
      <Rows user={user} site={site} isHeldUp={secondFactor.data?.data.is_required ?? false} />
    </>
  )
}

/** A row for each thing that is set. One of them is open at a time, at first the one that the address names. */
function Rows({ user, site, isHeldUp }: { user: SessionUser; site: Site; isHeldUp: boolean }) {
  const text = useText()
  const { hash } = useLocation()
  const [open, setOpen] = useState(hash.slice(1))
  const member = useQuery(ownCard).data
  useEffect(() => {
    if (hash) setOpen(hash.slice(1))
  }, [hash])
  useEffect(() => {
    if (isHeldUp) setOpen('second-factor')
  }, [isHeldUp])
  const row = (id: string) => ({
    id,
    isOpen: open === id,
    onToggle: () => setOpen(open === id ? '' : id),
  })
  // The rows that an admin sees all the time keep their place, and with it what they show only once.
  return (
    <>
      {!isHeldUp && (
        <AccountGroup heading={text('accountRows.profile')}>
          <AccountRow {...row('email')} title={text('accountEmail.title')} value={<EmailNow />}>
            <EmailForm />
          </AccountRow>
          <AccountRow {...row('phone')} title={text('accountPhone.title')} value={<PhoneNow />}>
            <PhoneForm />
          </AccountRow>
          <AccountRow {...row('language')} title={text('frame.languages')} value={<LanguageNow />}>
            <LanguageForm />
          </AccountRow>
          {member && (
            <AccountRow {...row('card')} title={text('titles.memberCard')} value={memberNumber(member)} isShown>
              <OwnCard card={member} site={site} />
            </AccountRow>
          )}
          {user.role === 'user' && <ComplaintsLine />}
        </AccountGroup>
      )}
      <AccountGroup heading={text('accountRows.security')}>
        {!isHeldUp && (
          <AccountRow
            {...row('change-password')}
            title={text('labels.password')}
            value={<span aria-hidden>••••••••</span>}
          >
            <ChangePasswordForm username={user.username} />
          </AccountRow>
        )}
        <AccountRow {...row('second-factor')} title={text('secondFactor.title')} value={<SecondFactorNow />}>
          <SecondFactor username={user.username} />
        </AccountRow>
        <AccountRow {...row('passkeys')} title={text('passkeys.title')} value={<PasskeysNow />}>
          <Passkeys username={user.username} />
        </AccountRow>
        {!isHeldUp && (
          <AccountRow {...row('devices')} title={text('devices.title')} value={<DevicesNow />} isShown>
            <Devices />
          </AccountRow>
        )}
      </AccountGroup>
      {!isHeldUp && (
        <>
          <AccountGroup heading={text('accountRows.notices')}>
            <AccountRow {...row('reminders')} title={text('titles.mailPreferences')} value={<RemindersNow />}>
              <ReminderChoice />
            </AccountRow>
            <AccountRow {...row('notices')} title={text('pushChoice.title')} value={<NoticesNow />}>
              <PushChoice />
            </AccountRow>
          </AccountGroup>
          <AccountGroup heading={text('accountRows.privacy')}>
            <AccountRow
              {...row('privacy-requests')}
              title={text('titles.privacyRequest')}
              value={<RequestsNow />}
              isShown
            >
              <OwnPrivacyRequests />
            </AccountRow>
            <PersonalData user={user} />
          </AccountGroup>
        </>
      )}
    </>
  )
}

function ComplaintsLine() {
  const text = useText()
  const title = text('titles.myComplaints')
  return (
    <AccountLine
      id="complaints"
      title={title}
      action={
        <Button component={Link} to={paths.myComplaints.to({})} variant="subtle" px={8}>
          <RichText id="accountRows.show" fill={{ what: () => screenReaderOnly(title) }} />
        </Button>
      }
    />
  )
}

function LanguageForm() {
  const text = useText()
  const account = useOwnAccount()
  return (
    <Loaded query={account} skeleton={<FormSkeleton />} failure={text('accountEmail.loadFailed')}>
      {({ language }) => <LanguageFields chosen={language} />}
    </Loaded>
  )
}

/** Saves the language of the account, and shows this page in it. Whoever has chosen none is offered that of the page. */
function LanguageFields({ chosen }: { chosen: Language | null }) {
  const text = useText()
  const queries = useQueryClient()
  const shown = useLanguage()
  const [saved, setSaved] = useState<Language | null>(null)
  const form = useForm<{ language: Language }>({ mode: 'controlled', initialValues: { language: chosen ?? shown } })
  const { formProps, isBusy, failure } = useSubmit(form, text('accountLanguage.failed'), async (body) => {
    setSaved(null)
    await request(accountCalls.chooseLanguage, { body })
    keepLanguage(body.language)
    queries.setQueryData(ownAccount.queryKey, (account) => account && { ...account, ...body })
    if (body.language !== shown) await navigateAway(addressWithoutLanguage())
    setSaved(body.language)
  })
  return (
    <AccountForm {...formProps}>
      <Radio.Group
        label={text('accountLanguage.label')}
        description={text('accountLanguage.hint')}
        {...form.getInputProps('language')}
      >
        {LANGUAGES.map((language) => (
          <Radio
            key={language}
            mt={12}
            value={language}
            label={<span lang={language}>{languages[language].name}</span>}
          />
        ))}
      </Radio.Group>
      {failure && <Notice kind="failed">{failure}</Notice>}
      {saved === form.values.language && <Notice kind="done">{text('accountLanguage.saved')}</Notice>}
      <Button type="submit" variant="default" fullWidth loading={isBusy}>
        {text('accountLanguage.save')}
      </Button>
    </AccountForm>
  )
}

/** A language in the address would go before the one that was just chosen. With a fragment, the browser would not load the page. */
function addressWithoutLanguage(): string {
  const address = new URL(location.href)
  address.searchParams.delete(LANGUAGE_KEY)
  address.hash = ''
  return address.href
}

function PhoneForm() {
  const text = useText()
  const account = useOwnAccount()
  return (
    <Loaded query={account} skeleton={<FormSkeleton />} failure={text('accountEmail.loadFailed')}>
      {({ phone }) => <PhoneFields phone={phone ?? ''} />}
    </Loaded>
  )
}

function PhoneFields({ phone }: { phone: string }) {
  const text = useText()
  const queries = useQueryClient()
  const [isDone, setDone] = useState(false)
  const { form, startFrom } = useDraftedForm({
    initial: { phone },
    draft: useOwnDraft('phone'),
    errorsOf: useLazyValidation(async () => (await import('./account-checks.ts')).PhoneForm),
    checksOnBlur: false,
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('accountPhone.failed'), async (body) => {
    setDone(false)
    const { reply } = await request(accountCalls.setPhone, { body })
    queries.setQueryData(ownAccount.queryKey, reply.data)
    startFrom({ phone: reply.data.phone ?? '' })
    setDone(true)
  })
  return (
    <AccountForm {...formProps}>
      <TextInput
        label={text('labels.phone')}
        description={text('accountPhone.hint')}
        type="tel"
        autoComplete="tel"
        {...form.getInputProps('phone')}
      />
      {failure && <Notice kind="failed">{failure}</Notice>}
      {isDone && !form.isDirty() && <Notice kind="done">{text('accountPhone.saved')}</Notice>}
      <Button type="submit" variant="default" fullWidth loading={isBusy}>
        {text('accountPhone.save')}
      </Button>
    </AccountForm>
  )
}

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' }

function ChangePasswordForm({ username }: { username: string }) {
  const text = useText()
  const [isDone, setDone] = useState(false)
  const form = useForm({
    mode: 'controlled',
    initialValues: EMPTY,
    validate: useLazyValidation(async () => (await import('../auth/auth-checks.ts')).PasswordChangeForm),
  })
  const failureText = text('password.changeFailed')
  const { formProps, isBusy, failure } = useSubmit(form, failureText, async ({ confirmPassword: _, ...body }) => {
    setDone(false)
    await request(authCalls.changePassword, { body })
    form.reset()
    setDone(true)
  })
  return (
    <AccountForm {...formProps}>
      {/* Password managers read the account's name from here. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label={text('labels.currentPassword')}
        autoComplete="current-password"
        {...form.getInputProps('currentPassword')}
      />
      <div>
        <PasswordField
          label={text('labels.newPassword')}
          description={text('password.hint', { min: PASSWORD_LENGTH_MIN })}
          autoComplete="new-password"
          {...form.getInputProps('newPassword')}
        />
        <StrengthHint password={form.values.newPassword} names={[username]} />
      </div>
      <PasswordField
        label={text('password.confirmNew')}
        autoComplete="new-password"
        {...form.getInputProps('confirmPassword')}
      />
      {failure && <Notice kind="failed">{failure}</Notice>}
      {isDone && <Notice kind="done">{text('password.changed')}</Notice>}
      <Button type="submit" variant="default" fullWidth loading={isBusy} onMouseDown={keepFocus}>
        {text('password.change')}
      </Button>
    </AccountForm>
  )
}
