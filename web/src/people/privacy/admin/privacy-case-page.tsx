import { Stack, Text } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import type { HeldData, PrivacyRequestDetails } from '@petsetu/contract/people/privacy.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { formatLongInstant } from '../../../platform/languages/page-formats.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import type { PageLoader } from '../../../platform/lib/requests/first-data.ts'
import { FormSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { BackLink } from '../../../platform/ui/layout/back-link.tsx'
import { DetailList } from '../../../platform/ui/layout/detail-list.tsx'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'
import { CaseColumns, Columns, Panel, Typed } from '../../../platform/ui/layout/panel.tsx'
import { Unbroken } from '../../../platform/ui/layout/unbroken.tsx'
import { DueFact } from '../../../shared/deadlines/due-badge.tsx'
import { useUser } from '../../auth/session.ts'
import { askedBy } from './request-parts.tsx'
import { FinishButton, MakeFile, Records, RequestSteps, requestOf } from './request-steps.tsx'

/** One request about personal data: what is stored about its person, and the means to carry it out. */
export function PrivacyCasePage() {
  const text = useText()
  const { id = '' } = useParams()
  const request = useQuery(requestOf(id))
  const shown = request.data?.data
  const number = `P-${id}`
  const title = shown
    ? text('privacyCase.title', { number, kind: text(`privacyKinds.${shown.kind}`) })
    : text('titles.privacyCase')
  return (
    <>
      <BackLink to={paths.privacyRequests.to({})}>{text('privacyCase.back')}</BackLink>
      <PageTitle documentTitle={title}>
        <Unbroken number={number} sentence={title} />
      </PageTitle>
      <Loaded
        query={request}
        skeleton={<FormSkeleton />}
        failure={text('privacyCase.readFailed')}
        missing={<Notice kind="info">{text('privacyCase.missing')}</Notice>}
      >
        {({ data }) => <Case request={data} />}
      </Loaded>
    </>
  )
}

PrivacyCasePage.load = ((prefetch, { params: { id = '' } }) => prefetch(requestOf(id))) satisfies PageLoader

function Case({ request }: { request: PrivacyRequestDetails }) {
  const text = useText()
  const { is_confirmed: isConfirmed, done_at, held } = request
  const isOpen = done_at === null
  if (!isConfirmed || !held)
    return (
      <Columns>
        <Facts request={request} />
        <Stack>
          <Notice kind="info">{text(isConfirmed ? 'privacyCase.addressGone' : 'privacyCase.unconfirmed')}</Notice>
          {isOpen && <FinishButton request={request} isNext />}
        </Stack>
      </Columns>
    )
  // The steps of a nomination are as short as the facts: what we keep has the whole width below both.
  const isBelow = request.kind === 'nominate'
  const kept = <HeldPanel request={request} held={held} />
  return (
    <Stack gap="lg">
      <CaseColumns
        first={<Facts request={request} />}
        work={isOpen && <RequestSteps request={request} held={held} />}
        rest={!isBelow && kept}
      />
      {isBelow && kept}
    </Stack>
  )
}

function Facts({ request }: { request: PrivacyRequestDetails }) {
  const text = useText()
  const { email, note, nominee_name, nominee_contact, created_at, due_on, done_at, answer } = request
  const { nominee_email: answerTo, proof } = request
  // The nominee who asks has a line of their own.
  const person = answerTo ? email : email && `${email} (${askedBy(text, request)})`
  const nominee = nominee_name && nomineeText(text, nominee_name, nominee_contact ?? '')
  return (
    <Panel title={text('privacyCase.facts')}>
      <DetailList
        details={[
          [text('privacyRequests.person'), person || text('privacyRequests.erased')],
          [text('labels.note'), note && <Typed>{note}</Typed>],
          [text(answerTo ? 'privacyCase.askedBy' : 'privacyCase.nominee'), nominee],
          [text('privacyCase.proof'), proof],
          [text('privacyCase.answerTo'), answerTo],
          [text('privacyRequests.received'), formatLongInstant(created_at)],
          [text('privacyRequests.due'), <DueFact key="due" day={due_on} isOpen={done_at === null} />],
          [text('privacyRequests.doneOn'), done_at && formatLongInstant(done_at)],
          [text('labels.answer'), answer && <Typed>{answer}</Typed>],
        ]}
      />
    </Panel>
  )
}

const nomineeText = (text: Translate, name: string, contact: string) =>
  text('privacyCase.nomineeIs', { name, contact: withWholePhones(contact) })

/** The digits of a phone number stay on one line. */
const withWholePhones = (words: string) => words.replace(/\+\d[\d ]+\d/g, (phone) => phone.replaceAll(' ', '\u00a0'))

type HeldProps = { request: PrivacyRequestDetails; held: HeldData }

/** Shows what is stored about the person. The file of a request for a copy is made in its steps. */
function HeldPanel({ request, held }: HeldProps) {
  const text = useText()
  const { kind, done_at } = request
  return (
    <Panel title={text('privacyCase.held')}>
      <Held request={request} held={held} />
      {kind !== 'export' && done_at === null && <MakeFile request={request} />}
    </Panel>
  )
}

function Held({ request, held }: HeldProps) {
  const text = useText()
  const me = useUser()
  const { account, total, conversations, grievances, nominee } = held
  if (!account && total + conversations + grievances === 0) return <Text>{text('privacyCase.nothingHeld')}</Text>
  const name = account?.username
  return (
    <>
      <DetailList
        details={[
          [
            text('privacyCase.account'),
            account && me && hasDuty(me, 'members') ? (
              <Link key="account" to={paths.user.to({ id: account.id })}>
                {name}
              </Link>
            ) : (
              (name ?? text('privacyCase.noAccount'))
            ),
          ],
          [text('privacyCase.conversations'), conversations > 0 ? formatCount(conversations) : null],
          [text('titles.grievances'), grievances > 0 ? formatCount(grievances) : null],
          [
            text('privacyCase.nominee'),
            nominee ? otherNominee(text, nominee, request) : text('privacyCase.nomineeNone'),
          ],
        ]}
      />
      {!isOpenCorrection(request) && <Records held={held} />}
    </>
  )
}

/** The records of a correction stand in its steps. */
const isOpenCorrection = ({ kind, done_at }: PrivacyRequestDetails) => kind === 'correct' && done_at === null

/** Returns the nominee, unless the request itself names the same person. */
function otherNominee(
  text: Translate,
  { name, contact }: NonNullable<HeldData['nominee']>,
  { nominee_name, nominee_contact }: PrivacyRequestDetails,
): string | null {
  return name === nominee_name && contact === nominee_contact ? null : nomineeText(text, name, contact)
}
