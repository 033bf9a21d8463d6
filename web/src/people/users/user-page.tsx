import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { type Duty, hasDuty } from '@petsetu/contract/people/duties.ts'
import { type ListedUser, UserCorrection, type UserDetails, userCalls } from '@petsetu/contract/people/users.ts'
import { COUNTED_MAX } from '@petsetu/contract/platform/envelope.ts'
import { membershipStatuses } from '@petsetu/contract/supporters/membership-facts.ts'
import { countedUpTo } from '@petsetu/languages/figures.ts'
import { formatCount, pluralValues } from '@petsetu/languages/formats.ts'
import { isLanguage, languages } from '@petsetu/languages/languages.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { formatLongInstant } from '../../platform/languages/page-formats.ts'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../platform/lib/drafts/use-drafted-form.ts'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { FormSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { Status } from '../../platform/ui/feedback/status-badge.tsx'
import { showSuccess } from '../../platform/ui/feedback/toast.ts'
import { LANGUAGE_CHOICES } from '../../platform/ui/fields/choices.ts'
import { ChangedMeanwhile, useConflict } from '../../platform/ui/form/changed-meanwhile.tsx'
import { schemaErrors } from '../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import { BackLink } from '../../platform/ui/layout/back-link.tsx'
import { PlainList } from '../../platform/ui/layout/card-parts.tsx'
import { DetailList } from '../../platform/ui/layout/detail-list.tsx'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import { Columns, Hint, Panel } from '../../platform/ui/layout/panel.tsx'
import { screenReaderOnly } from '../../platform/ui/layout/screen-reader-only.tsx'
import { MailLink } from '../../shared/contact-buttons.tsx'
import { useUser } from '../auth/session.ts'
import { useOwnDraft } from '../auth/use-own-draft.ts'
import { UserButtons, useUserActions } from './user-actions.tsx'
import classes from './users-page.module.css'

/** One account: what is known of it, its pets, and what an admin may do with it and correct. */
export function UserPage() {
  const text = useText()
  const navigate = useNavigate()
  const { id = '' } = useParams()
  // Never from the cache: a form filled with old values would overwrite newer ones.
  const user = useQuery({ ...callQuery(userCalls.read, { params: { id } }), gcTime: 0, refetchOnWindowFocus: false })
  const { actionsFor, dialogs } = useUserActions(() => navigate(paths.users.to({})))
  const { data } = user
  return (
    <>
      <BackLink to={paths.users.to({})}>{text('users.back')}</BackLink>
      <PageTitle
        hasMenu
        documentTitle={data?.username ?? text('titles.user')}
        hint={data && <RoleAndDay user={data} />}
        aside={data && <UserButtons of={data.username} actions={actionsFor(listedOf(data))} />}
      >
        {data ? <Named username={data.username} /> : text('titles.user')}
      </PageTitle>
      <Loaded
        query={user}
        skeleton={<FormSkeleton />}
        failure={text('users.readFailed')}
        missing={<Notice kind="info">{text('users.missing')}</Notice>}
      >
        {(details) => (
          <Columns areLevel>
            <Facts user={details} />
            <Correction key={details.id} user={details} />
          </Columns>
        )}
      </Loaded>
      {dialogs}
    </>
  )
}

/** The account as a row of the list has it. */
function listedOf({ pets, hasSecondFactor, passkeys, ...user }: UserDetails): ListedUser {
  return { ...user, pets: pets.length, hasSecondFactor: hasSecondFactor || passkeys > 0 }
}

function Named({ username }: { username: string }) {
  return (
    <Group component="span" gap="sm" wrap="nowrap">
      <span className={classes.initial} data-initial={[...username][0]?.toUpperCase()} data-large aria-hidden />
      <span style={{ minWidth: 0 }}>{username}</span>
    </Group>
  )
}

function RoleAndDay({ user: { role, joinedAt } }: { user: UserDetails }) {
  const text = useText()
  const shownRole = text(role === 'admin' ? 'users.admin' : 'users.user')
  return text('users.joinedOn', { role: shownRole, day: formatLongInstant(joinedAt) })
}

function Facts({ user }: { user: UserDetails }) {
  const text = useText()
  const { email, isEmailConfirmed, lastSeenAt, hasSecondFactor, passkeys } = user
  const elsewhere = useElsewhere(user)
  return (
    <Panel title={text('titles.user')} isUntitled>
      <DetailList
        details={[
          [
            text('labels.email'),
            <span key="email">
              <MailLink address={email} /> ({text(isEmailConfirmed ? 'users.confirmed' : 'users.notConfirmed')})
            </span>,
          ],
          [text('users.petCount'), <Pets key="pets" pets={user.pets} />],
          [text('users.membership'), <MembershipOf key="membership" user={user} />],
          ...elsewhere,
          [text('users.lastSeen'), lastSeenAt ? formatLongInstant(lastSeenAt) : text('users.neverSeen')],
          [text('users.secondFactor'), text(hasSecondFactor ? 'users.on' : 'users.off')],
          [text('passkeys.title'), formatCount(passkeys)],
        ]}
      />
    </Panel>
  )
}

const ONE_ROW = { page: '1', limit: '1' }
// The search takes no more, and finds an address by its beginning.
const SEARCH_LENGTH_MAX = 100

/** The rows that lead to the lists of payments and complaints; without the duty for a list, its row is left out. */
function useElsewhere({ id, email }: UserDetails): [label: string, value: ReactNode][] {
  const text = useText()
  const me = useUser()
  const search = email.slice(0, SEARCH_LENGTH_MAX)
  const sees = (duty: Duty) => me !== null && hasDuty(me, duty)
  const payments = useQuery({
    ...callQuery(reportCalls.payments, { query: { ...ONE_ROW, user_id: String(id) } }),
    enabled: sees('money'),
  })
  const complaints = useQuery({
    ...callQuery(complaintCalls.listAll, { query: { ...ONE_ROW, search } }),
    enabled: sees('cases'),
  })
  const paid = payments.data?.summary.total_transactions
  const filed = complaints.data?.pagination.total

  /** Leads to the list by the number of its rows, and until that is known by a word. Without any row there is no list to see. */
  function row(label: string, duty: Duty, address: string, count: string | 0 | undefined): [string, ReactNode] {
    if (!sees(duty)) return [label, null]
    if (count === 0) return [label, '0']
    return [
      label,
      <Link key={label} to={address}>
        {count ?? <RichText id="accountRows.show" fill={{ what: () => screenReaderOnly(label) }} />}
      </Link>,
    ]
  }

  return [
    row(
      text('users.payments'),
      'money',
      paths.paymentReport.to({}, { user_id: id }),
      paid && text('users.countedPayments', pluralValues(paid)),
    ),
    row(
      text('menu.complaints'),
      'cases',
      paths.complaints.to({}, { search }),
      filed && text('users.countedComplaints', countedUpTo(filed, COUNTED_MAX)),
    ),
  ]
}

function MembershipOf({ user: { membership, membershipId } }: { user: UserDetails }) {
  const text = useText()
  if (membership === null || membershipId === null) return text('users.noMembership')
  return (
    <Group component="span" gap="4px 12px">
      <Link to={paths.membershipReport.to({}, { membership_id: membershipId })}>{membership}</Link>{' '}
      <Status look={membershipStatuses.active} />
    </Group>
  )
}

/** For an admin with the duty for it, each leads to the form of the pet; for others to its public page. */
function Pets({ pets }: Pick<UserDetails, 'pets'>) {
  const text = useText()
  const me = useUser()
  const mayEdit = me !== null && hasDuty(me, 'pets')
  if (pets.length === 0) return text('users.noPets')
  return (
    <PlainList gap={4}>
      {pets.map(({ id, petId, petName }) => (
        <li key={id}>
          {mayEdit ? (
            <Link to={paths.editPet.to({ id })}>{petName}</Link>
          ) : (
            <a href={paths.petDetail.to({ petId })}>{petName}</a>
          )}
        </li>
      ))}
    </PlainList>
  )
}

const errorsOf = schemaErrors(UserCorrection)

function Correction({ user }: { user: UserDetails }) {
  const text = useText()
  const params = { id: String(user.id) }
  const { save } = useSave({
    call: userCalls.correct,
    send: (body: ReturnType<typeof bodyOf> & { version: number | undefined }) =>
      request(userCalls.correct, { params, body: UserCorrection.parse(body) }),
    rowOf: () => user.id,
    invalidates: [userCalls.listAll],
  })
  const drafted = useDraftedForm({
    initial: valuesOf(user),
    draft: useOwnDraft(`user-${user.id}`),
    version: user.version,
    errorsOf: (values) => errorsOf(bodyOf(values)),
  })
  const { form, isRestored, startFrom, forgetDraft } = drafted
  const conflict = useConflict({ ...drafted, valuesOf: (stored: UserDetails) => valuesOf(stored) })
  const { formProps, isBusy, failure } = useSubmit(form, text('users.saveFailed'), async (values) => {
    const saved = await conflict.saveOrCompare(values, (version) => save({ ...bodyOf(values), version }))
    if (saved === null) return
    startFrom(valuesOf(saved.reply), saved.reply.version)
    await forgetDraft()
    showSuccess(text('users.saved'))
  })
  return (
    <Panel title={text('users.contact')} form={formProps}>
      <Hint>{text('users.contactHint')}</Hint>
      {conflict.shown && (
        <ChangedMeanwhile
          labels={{ phone: text('labels.phone'), language: text('users.mailLanguage') }}
          describe={(_, value) => (isLanguage(value) ? languages[value].name : value)}
          {...conflict.shown}
        />
      )}
      {isRestored && <Notice kind="info">{text('forms.restored')}</Notice>}
      <TextInput label={text('labels.phone')} type="tel" autoComplete="off" {...form.getInputProps('phone')} />
      <NativeSelect
        label={text('users.mailLanguage')}
        data={[{ value: '', label: text('users.noLanguage') }, ...LANGUAGE_CHOICES]}
        {...form.getInputProps('language')}
      />
      {failure && <Notice kind="failed">{failure}</Notice>}
      <Group>
        {/* Without a change there is nothing to press it for. */}
        <Button type="submit" variant={form.isDirty() ? 'filled' : 'default'} loading={isBusy}>
          {text('users.save')}
        </Button>
      </Group>
    </Panel>
  )
}

const valuesOf = ({ phone, language }: UserDetails) => ({ phone: phone ?? '', language: language ?? '' })

const bodyOf = ({ phone, language }: { phone: string; language: string }) => ({
  phone,
  language: isLanguage(language) ? language : null,
})
