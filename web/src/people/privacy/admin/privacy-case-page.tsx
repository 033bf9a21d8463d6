import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import {
  type HeldData,
  type HeldRecord,
  type PrivacyRequestDetails,
  privacyCalls,
} from '@petsetu/contract/people/privacy.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconCheck, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { formatLongInstant } from '../../../platform/languages/page-formats.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { callQuery, keyOf } from '../../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../../platform/lib/requests/first-data.ts'
import { request as send } from '../../../platform/lib/requests/request.ts'
import type { DialogHandle } from '../../../platform/ui/feedback/dialog.tsx'
import { FormSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { ReasonDialog } from '../../../platform/ui/form/reason-dialog.tsx'
import { BackLink } from '../../../platform/ui/layout/back-link.tsx'
import { PlainList } from '../../../platform/ui/layout/card-parts.tsx'
import { DetailList } from '../../../platform/ui/layout/detail-list.tsx'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'
import { Columns, Hint, Panel, Typed } from '../../../platform/ui/layout/panel.tsx'
import { Unbroken } from '../../../platform/ui/layout/unbroken.tsx'
import { DownloadButton } from '../../../platform/ui/table/download-button.tsx'
import { DueFact } from '../../../shared/due-badge.tsx'
import { KeptComplaint } from '../../../shared/privacy/kept-complaint.tsx'
import { useUser } from '../../auth/session.ts'
import { useOwnDraft } from '../../auth/use-own-draft.ts'
import { askedBy, RequestDoneDialog } from './request-parts.tsx'

const requestOf = (id: string) => callQuery(privacyCalls.read, { params: { id } })

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
        {({ data }) => (
          <Columns>
            <Facts request={data} />
            <Work request={data} />
          </Columns>
        )}
      </Loaded>
    </>
  )
}

PrivacyCasePage.load = ((prefetch, { params: { id = '' } }) => prefetch(requestOf(id))) satisfies PageLoader

function Facts({ request }: { request: PrivacyRequestDetails }) {
  const text = useText()
  const { email, kind, note, nominee_name, nominee_contact, created_at, due_on, done_at, answer } = request
  const { nominee_email: answerTo, proof } = request
  const nominee = nominee_name && nomineeText(text, nominee_name, nominee_contact ?? '')
  return (
    <Panel title={text('privacyCase.facts')}>
      <DetailList
        details={[
          [
            text('privacyRequests.person'),
            email ? `${email} (${askedBy(text, request)})` : text('privacyRequests.erased'),
          ],
          [text('privacyRequests.asks'), text(`privacyKinds.${kind}`)],
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

const nomineeText = (text: Translate, name: string, contact: string) => text('privacyCase.nomineeIs', { name, contact })

function Work({ request }: { request: PrivacyRequestDetails }) {
  const text = useText()
  const { is_confirmed: isConfirmed, done_at: doneAt, kind, held } = request
  const [isCarriedOut, setCarriedOut] = useState(useIsCorrected())
  const isOpen = doneAt === null
  if (!isConfirmed || !held)
    return (
      <Stack>
        <Notice kind="info">{text(isConfirmed ? 'privacyCase.addressGone' : 'privacyCase.unconfirmed')}</Notice>
        {isOpen && <FinishButton request={request} isNext />}
      </Stack>
    )
  return (
    <Panel title={text('privacyCase.held')}>
      <Held held={held} />
      {isOpen && <Actions request={request} held={held} onCarriedOut={() => setCarriedOut(true)} />}
      {/* The name of a nominee needs no action before. */}
      {isOpen && <FinishButton request={request} isNext={isCarriedOut || kind === 'nominate'} />}
    </Panel>
  )
}

/** True for who comes back from the page on which a record of the person was corrected. */
function useIsCorrected(): boolean {
  const { state }: { state: unknown } = useLocation()
  return typeof state === 'object' && state !== null && 'isCorrected' in state && state.isCorrected === true
}

/** Marks the request as done; filled once that is the next step. */
function FinishButton({ request, isNext }: { request: PrivacyRequestDetails; isNext: boolean }) {
  const text = useText()
  const [isFinishing, setFinishing] = useState(false)
  return (
    <div>
      <Button
        variant={isNext ? 'filled' : 'outline'}
        leftSection={<IconCheck size={18} aria-hidden />}
        onClick={() => setFinishing(true)}
      >
        {text('privacyRequests.markDone')}
      </Button>
      {isFinishing && <RequestDoneDialog request={request} onClose={() => setFinishing(false)} />}
    </div>
  )
}

function Held({ held }: { held: HeldData }) {
  const text = useText()
  const me = useUser()
  const { account, records, total, conversations, grievances, nominee } = held
  if (!account && total + conversations + grievances === 0) return <Text>{text('privacyCase.nothingHeld')}</Text>
  const hidden = total - records.length
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
          [text('privacyCase.conversations'), String(conversations)],
          [text('titles.grievances'), String(grievances)],
          [
            text('privacyCase.nominee'),
            nominee ? nomineeText(text, nominee.name, nominee.contact) : text('privacyCase.nomineeNone'),
          ],
        ]}
      />
      <PlainList gap={4}>
        {records.map((record) => (
          <RecordRow key={`${record.purpose} ${record.id}`} record={record} />
        ))}
      </PlainList>
      {hidden > 0 && <Text>{text('privacyCase.more', pluralValues(hidden))}</Text>}
      <KeptFor held={held} />
    </>
  )
}

function RecordRow({ record }: { record: HeldRecord }) {
  const text = useText()
  const { pathname, search } = useLocation()
  const { purpose, id, reference, at } = record
  const names = {
    complaint: text('privacyCase.complaint', { reference: reference ?? '' }),
    membership: text('privacyCase.membership', { number: id }),
    donation: text('privacyCase.donation', { number: id }),
  }
  return (
    <Group
      component="li"
      justify="space-between"
      gap="xs"
      wrap="nowrap"
      style={{ borderBottom: '1px solid var(--line)' }}
    >
      <span>
        <strong>{names[purpose]}</strong>{' '}
        <Text span inherit c="dimmed">
          {text('privacyCase.from', { day: formatLongInstant(at) })}
        </Text>
      </span>
      <Button
        component={Link}
        to={paths.correction.to({ purpose, id })}
        state={{ from: pathname + search }}
        variant="subtle"
        flex="none"
        px={8}
        leftSection={<IconPencil size={18} aria-hidden />}
        aria-label={text('privacyCase.correctOf', { what: names[purpose] })}
      >
        {text('privacyCase.correctIt')}
      </Button>
    </Group>
  )
}

/** Says what an erasure leaves, why and until when. */
function KeptFor({ held: { kept, book_years: years } }: { held: HeldData }) {
  const text = useText()
  return (
    <>
      <Title order={3} fz={16}>
        {text('privacyCase.staysUntil')}
      </Title>
      <Stack component="ul" gap={4} m={0} pl={20}>
        {kept.map((one) => (
          <KeptComplaint key={one.reference} kept={one} />
        ))}
        <li>{text('privacyCase.books', { years })}</li>
      </Stack>
    </>
  )
}

type ActionProps = { request: PrivacyRequestDetails; held: HeldData; onCarriedOut: () => void }

function Actions({ request, held, onCarriedOut }: ActionProps) {
  const text = useText()
  const dialog = useRef<DialogHandle>(null)
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [isErased, setErased] = useState(false)
  const { id, kind, email, nominee_email: answerTo } = request
  const params = { id: String(id) }

  async function erase(body: { reason: string }) {
    const { reply } = await send(privacyCalls.erase, { params, body })
    queries.setQueryData(requestOf(params.id).queryKey, reply)
    setErased(true)
    onCarriedOut()
    dialog.current?.close()
    await queries.invalidateQueries({ queryKey: keyOf(privacyCalls.listAll) })
  }

  return (
    <Stack gap="sm">
      <Hint>{text(answerTo ? 'privacyCase.makeFileForNominee' : 'privacyCase.makeFileHint')}</Hint>
      <div>
        <DownloadButton
          call={privacyCalls.makeFile}
          input={{ params }}
          failure={text('privacyCase.makeFileFailed')}
          onSaved={onCarriedOut}
        >
          {text('privacyCase.makeFile')}
        </DownloadButton>
      </div>
      {isErased && (
        <Notice kind="done" takesFocus>
          {text('privacyCase.erasedNow')}
        </Notice>
      )}
      <Hint>
        {held.account?.is_admin
          ? text('privacyCase.accountOfAdmin')
          : text(kind === 'erase' ? 'privacyCase.eraseHint' : 'privacyCase.eraseOnly')}
      </Hint>
      {kind === 'erase' && !held.account?.is_admin && (
        <div>
          <Button
            variant="outline"
            color="heart"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            {text('privacyCase.erase')}
          </Button>
        </div>
      )}
      {isAsking && (
        <EraseDialog
          dialog={dialog}
          id={id}
          email={email}
          years={held.book_years}
          onErase={erase}
          onClose={() => setAsking(false)}
        />
      )}
    </Stack>
  )
}

type DialogProps = {
  dialog: React.RefObject<DialogHandle | null>
  id: number
  email: string
  years: number
  onErase: (body: { reason: string }) => Promise<void>
  onClose: () => void
}

function EraseDialog({ dialog, id, email, years, onErase, onClose }: DialogProps) {
  const text = useText()
  return (
    <ReasonDialog
      ref={dialog}
      draft={useOwnDraft(`erase-person-${id}`)}
      title={text('privacyCase.eraseQuestion', { email })}
      explanation={text('privacyCase.eraseExplanation', { years })}
      label={text('privacyCase.eraseReason')}
      submitLabel={text('privacyCase.erase')}
      isDangerous
      failureText={text('privacyCase.eraseFailed')}
      onSubmit={onErase}
      onClose={onClose}
    />
  )
}
