import { Button } from '@mantine/core'
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
import { type ReactNode, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { formatLongDay, formatLongInstant } from '../../../platform/languages/page-formats.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { callQuery, keyOf } from '../../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../../platform/lib/requests/first-data.ts'
import { request as send } from '../../../platform/lib/requests/request.ts'
import { FormSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { ReasonDialog } from '../../../platform/ui/form/reason-dialog.tsx'
import { BackLink } from '../../../platform/ui/layout/back-link.tsx'
import card from '../../../platform/ui/layout/card.module.css'
import { DetailList } from '../../../platform/ui/layout/detail-list.tsx'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'
import { DownloadButton } from '../../../platform/ui/table/download-button.tsx'
import { useUser } from '../../auth/session.ts'
import { useOwnDraft } from '../../auth/use-own-draft.ts'
import { askedBy } from './asked-by.ts'
import classes from './privacy-case.module.css'
import { RequestDoneDialog } from './request-done-dialog.tsx'

const requestOf = (id: string) => callQuery(privacyCalls.read, { params: { id } })

/** One request about personal data: what is stored about its person, and the means to carry it out. */
export function PrivacyCasePage() {
  const text = useText()
  const { id = '' } = useParams()
  const request = useQuery(requestOf(id))
  const shown = request.data?.data
  return (
    <>
      <BackLink to={paths.privacyRequests.to({})}>{text('privacyCase.back')}</BackLink>
      <PageTitle documentTitle={text('titles.privacyCase')}>
        {shown
          ? text('privacyCase.title', { number: shown.id, kind: text(`privacyKinds.${shown.kind}`) })
          : text('titles.privacyCase')}
      </PageTitle>
      <Loaded
        query={request}
        skeleton={<FormSkeleton />}
        failure={text('privacyCase.readFailed')}
        missing={<Notice kind="info">{text('privacyCase.missing')}</Notice>}
      >
        {({ data }) => (
          <div className={classes.columns}>
            <Facts request={data} />
            <Work request={data} />
          </div>
        )}
      </Loaded>
    </>
  )
}

PrivacyCasePage.load = ((prefetch, { params: { id = '' } }) => prefetch(requestOf(id))) satisfies PageLoader

function Facts({ request }: { request: PrivacyRequestDetails }) {
  const text = useText()
  const [isFinishing, setFinishing] = useState(false)
  const { email, kind, note, nominee_name, nominee_contact, created_at, due_on, done_at, answer } = request
  const { nominee_email: answerTo, proof } = request
  const nominee = nominee_name && nomineeText(text, nominee_name, nominee_contact ?? '')
  return (
    <section className={`${card.card} ${classes.card}`} aria-label={text('privacyCase.facts')}>
      <h2 className={classes.heading}>{text('privacyCase.facts')}</h2>
      <DetailList
        details={[
          [
            text('privacyRequests.person'),
            email ? `${email} (${askedBy(text, request)})` : text('privacyRequests.erased'),
          ],
          [text('privacyRequests.asks'), text(`privacyKinds.${kind}`)],
          [text('labels.note'), note && <span className={classes.typed}>{note}</span>],
          [text(answerTo ? 'privacyCase.askedBy' : 'privacyCase.nominee'), nominee],
          [text('privacyCase.proof'), proof],
          [text('privacyCase.answerTo'), answerTo],
          [text('privacyRequests.received'), formatLongInstant(created_at)],
          [text('privacyRequests.due'), formatLongDay(due_on)],
          [text('privacyRequests.doneOn'), done_at && formatLongInstant(done_at)],
          [text('labels.answer'), answer && <span className={classes.typed}>{answer}</span>],
        ]}
      />
      {done_at === null && (
        <Button variant="default" leftSection={<IconCheck size={18} aria-hidden />} onClick={() => setFinishing(true)}>
          {text('privacyRequests.markDone')}
        </Button>
      )}
      {isFinishing && <RequestDoneDialog request={request} onClose={() => setFinishing(false)} />}
    </section>
  )
}

const nomineeText = (text: Translate, name: string, contact: string) => text('privacyCase.nomineeIs', { name, contact })

function Work({ request }: { request: PrivacyRequestDetails }) {
  const text = useText()
  const { is_confirmed: isConfirmed, done_at: doneAt, held } = request
  if (!isConfirmed) return <Notice kind="info">{text('privacyCase.unconfirmed')}</Notice>
  if (!held) return <Notice kind="info">{text('privacyCase.addressGone')}</Notice>
  return (
    <section className={`${card.card} ${classes.card}`} aria-label={text('privacyCase.held')}>
      <h2 className={classes.heading}>{text('privacyCase.held')}</h2>
      <Held held={held} />
      {doneAt === null && <Actions request={request} held={held} />}
    </section>
  )
}

function Held({ held }: { held: HeldData }) {
  const text = useText()
  const me = useUser()
  const { account, records, total, conversations, nominee } = held
  if (!account && total === 0 && conversations === 0) return <p>{text('privacyCase.nothingHeld')}</p>
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
          [
            text('privacyCase.nominee'),
            nominee ? nomineeText(text, nominee.name, nominee.contact) : text('privacyCase.nomineeNone'),
          ],
        ]}
      />
      <ul className={classes.records}>
        {records.map((record) => (
          <RecordRow key={`${record.purpose} ${record.id}`} record={record} />
        ))}
      </ul>
      {hidden > 0 && <p>{text('privacyCase.more', pluralValues(hidden))}</p>}
      <KeptFor held={held} />
    </>
  )
}

function RecordRow({ record }: { record: HeldRecord }) {
  const text = useText()
  const { purpose, id, reference, at } = record
  const names = {
    complaint: text('privacyCase.complaint', { reference: reference ?? '' }),
    membership: text('privacyCase.membership', { number: id }),
    donation: text('privacyCase.donation', { number: id }),
  }
  return (
    <li>
      <span>
        <strong>{names[purpose]}</strong>{' '}
        <span className={classes.soft}>{text('privacyCase.from', { day: formatLongInstant(at) })}</span>
      </span>
      <Button
        component={Link}
        to={paths.correction.to({ purpose, id })}
        variant="subtle"
        px={8}
        leftSection={<IconPencil size={18} aria-hidden />}
        aria-label={text('privacyCase.correctOf', { what: names[purpose] })}
      >
        {text('privacyCase.correctIt')}
      </Button>
    </li>
  )
}

/** Says what an erasure leaves, why and until when. */
function KeptFor({ held: { kept, book_years: years } }: { held: HeldData }) {
  const text = useText()
  const causes = { fir_filed: text('holds.firFiled'), sent_to_authority: text('holds.sentToAuthority') }
  const held: ReactNode[] = kept.map(({ reference, until, cause, reason }) => (
    <li key={reference}>
      {text('holds.kept', { reference, day: formatLongDay(until) })}{' '}
      {cause === 'admin' ? text('holds.because', { reason: reason ?? '' }) : causes[cause]}
    </li>
  ))
  return (
    <>
      <h3 className={classes.small}>{text('privacyCase.staysUntil')}</h3>
      <ul className={classes.kept}>
        {held}
        <li>{text('privacyCase.books', { years })}</li>
      </ul>
    </>
  )
}

function Actions({ request, held }: { request: PrivacyRequestDetails; held: HeldData }) {
  const text = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [isErased, setErased] = useState(false)
  const { id, kind, email, nominee_email: answerTo } = request
  const params = { id: String(id) }

  async function erase(body: { reason: string }) {
    const { reply } = await send(privacyCalls.erase, { params, body })
    queries.setQueryData(requestOf(params.id).queryKey, reply)
    setErased(true)
    dialog.current?.close()
    await queries.invalidateQueries({ queryKey: keyOf(privacyCalls.listAll) })
  }

  return (
    <div className={classes.actions}>
      <p className={classes.soft}>{text(answerTo ? 'privacyCase.makeFileForNominee' : 'privacyCase.makeFileHint')}</p>
      <div>
        <DownloadButton call={privacyCalls.makeFile} input={{ params }} failure={text('privacyCase.makeFileFailed')}>
          {text('privacyCase.makeFile')}
        </DownloadButton>
      </div>
      {isErased && (
        <Notice kind="done" takesFocus>
          {text('privacyCase.erasedNow')}
        </Notice>
      )}
      <p className={classes.soft}>
        {held.account?.is_admin
          ? text('privacyCase.accountOfAdmin')
          : text(kind === 'erase' ? 'privacyCase.eraseHint' : 'privacyCase.eraseOnly')}
      </p>
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
    </div>
  )
}

type DialogProps = {
  dialog: React.RefObject<HTMLDialogElement | null>
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
