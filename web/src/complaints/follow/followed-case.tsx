import { caseOutcomes } from '@petsetu/contract/complaints/case-outcomes.ts'
import { FOLLOW_TEXT_MAX, shownType } from '@petsetu/contract/complaints/complaint-facts.ts'
import type { CORRECTED, PublicCaseEvent } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { complaintStatuses } from '@petsetu/contract/complaints/complaint-statuses.ts'
import type { ComplaintStatus } from '@petsetu/contract/complaints/complaints.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import { isKeyOf } from '@petsetu/contract/platform/registry.ts'
import type { FollowView } from '@petsetu/contract/site/public-pages.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { formatLongDay, formatLongTime, formatRupees } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'
import { RichText, useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { shrinkChosen } from '../../platform/lib/photos/shrink-chosen.ts'
import { LongField } from '../../platform/public-form/field.tsx'
import { FileField } from '../../platform/public-form/file-field.tsx'
import { ErrorSummary, FormButton, FormNote, PublicForm } from '../../platform/public-form/form-card.tsx'
import form from '../../platform/public-form/public-form.module.css'
import fold from '../../platform/ui/layout/unfolds.module.css'
import styles from './follow-page.module.css'

const loadShrinking = async () => (await import('../../platform/lib/photos/shrink-document.ts')).shrinkDocument

type CaseView = Extract<FollowView, { kind: 'case' }>

export function FollowedCase({ view }: { view: CaseView }) {
  const text = useText()
  const { found, problem, fields, isFileKnown } = view
  const end = useRef<HTMLParagraphElement>(null)
  return (
    <>
      {found.is_payable && <Unpaid token={view.token} />}
      {/* The foundation may work on a case whose fee is not paid: one that it wrote down itself, for example. */}
      {!(found.is_payable && REACHED[found.status].step === 0) && <Progress found={found} />}
      <div className={styles.history}>
        <h2>{text('follow.history')}</h2>
        {/* This page’s own address, without a script. */}
        <a className={form.link} href="?">
          {text('follow.refresh')}
        </a>
      </div>
      <CaseEvents events={found.events} />
      <ErrorSummary problem={problem} fields={fields} />
      {isFileKnown && (
        <FormNote kind="info">
          <p>{text('follow.fileKnown')}</p>
        </FormNote>
      )}
      {found.reopen === 'late' && (
        <p>
          <RichText
            id="follow.late"
            fill={{
              reference: found.reference,
              link: (content) => <a href={visitorPaths.complaint.to({})}>{content}</a>,
            }}
          />
        </p>
      )}
      <WriteForm view={view} />
      <LaterNotices token={view.token} end={end} />
      <p ref={end} className={form.hint}>
        {text('follow.keepLink')}
      </p>
    </>
  )
}

/** The names of the steps until a case has reached them. From the second on, the case then says its own status. */
const STEPS: readonly PlainId[] = ['follow.stepReceived', complaintStatuses.in_progress.followed, 'follow.stepEnded']

type Reached = {
  step: 0 | 1 | 2
  /** The next thing that the foundation does, without a day and with one; null where the status says enough. */
  next: PlainId | null
  nextBy: 'follow.nextPending' | 'follow.nextActingBy' | null
}

/** The step that a case of each status has reached. */
const REACHED: Record<ComplaintStatus, Reached> = {
  pending: { step: 0, next: null, nextBy: 'follow.nextPending' },
  in_progress: { step: 1, next: 'follow.nextActing', nextBy: 'follow.nextActingBy' },
  resolved: { step: 2, next: null, nextBy: null },
  closed: { step: 2, next: null, nextBy: null },
}

/** Shows that the fee is to be paid; of a pending case before anything else happens. */
function Unpaid({ token }: { token: string }) {
  const text = useText()
  return (
    <>
      <p className={styles.state}>{text('follow.notPaid')}</p>
      <a className={form.main} href={`${visitorPaths.payComplaint.to({})}#${token}`}>
        {text('follow.payFee')}
      </a>
    </>
  )
}

/** Shows what follows, by when, and how far it has come. */
function Progress({ found }: { found: CaseView['found'] }) {
  const text = useText()
  const language = useLanguage()
  const reached = REACHED[found.status].step
  return (
    <div className={styles.progress}>
      <p>{[shownType(found.type_of_complaint, text), found.location_of_incident].filter(Boolean).join(', ')}</p>
      <p className={styles.state}>{stateOf(found, text, language)}</p>
      {found.merged_into && <p>{text('follow.mergedInto', { reference: found.merged_into })}</p>}
      <p className={styles.steps}>
        {STEPS.map((label, index) => (
          <span
            key={label}
            aria-current={index === reached ? 'step' : undefined}
            data-reached={index <= reached || undefined}
          >
            {text(index === reached && index > 0 ? complaintStatuses[found.status].followed : label)}
          </span>
        ))}
      </p>
    </div>
  )
}

/** The next thing that the foundation does, and by when; once the case has ended, its status. */
function stateOf(
  { status, due_on: dueOn, is_overdue: isOverdue }: CaseView['found'],
  text: Translate,
  language: Language,
) {
  const { next, nextBy } = REACHED[status]
  if (complaintStatuses[status].isOpen && isOverdue) return text('follow.nextLate')
  if (nextBy && dueOn !== null) return text(nextBy, { day: formatLongDay(dueOn, language) })
  return next ? text(next) : text('follow.statusIs', { status: text(complaintStatuses[status].followed) })
}

/** The offer of notices, whose code is loaded when the end of the page comes into view. The server renders nothing of it. */
function LaterNotices({ token, end }: { token: string; end: RefObject<HTMLElement | null> }) {
  const [Part, setPart] = useState<ComponentType<{ token: string }> | null>(null)
  useEffect(() => {
    if (!end.current || !('PushManager' in window) || Notification.permission === 'denied') return
    const nearby = new IntersectionObserver(([seen]) => {
      if (!seen?.isIntersecting) return
      nearby.disconnect()
      // Without it the page is whole.
      import('./case-notices.tsx').then(
        ({ CaseNotices }) => setPart(() => CaseNotices),
        () => {},
      )
    })
    nearby.observe(end.current)
    return () => nearby.disconnect()
  }, [end])
  return Part && <Part token={token} />
}

/** A plain form, which needs no script. Of a complaint that can be opened again it has a second button. */
function WriteForm({ view: { token, found, typed, fields } }: { view: CaseView }) {
  const text = useText()
  const canReopen = found.reopen === 'possible'
  return (
    <PublicForm encType="multipart/form-data" action={visitorPaths.followComplaint.to({ token })}>
      <LongField
        name="text"
        label={text('follow.write')}
        hint={canReopen && text('follow.reopenHint')}
        error={fields.text}
        rows={2}
        maxLength={FOLLOW_TEXT_MAX}
        defaultValue={typed}
      />
      {/* Only the reader closes it. */}
      <details {...('file' in fields && { open: true })}>
        <summary className={fold.unfolds}>{text('follow.addFile')}</summary>
        <FileField
          name="file"
          label={text('follow.file')}
          hint={text('follow.fileHint')}
          error={fields.file}
          accept="application/pdf,image/jpeg,image/png,.pdf,.jpg,.jpeg,.png"
          onChange={({ currentTarget }) => shrinkChosen(currentTarget, loadShrinking)}
        />
      </details>
      <FormButton isSide={found.is_payable}>{text('follow.send')}</FormButton>
      {canReopen && (
        <FormButton isSide formAction={`${visitorPaths.followComplaint.to({ token })}/reopen`}>
          {text('follow.reopen')}
        </FormButton>
      )}
    </PublicForm>
  )
}

function CaseEvents({ events }: { events: PublicCaseEvent[] }) {
  const text = useText()
  const language = useLanguage()
  return (
    <ol className={styles.events}>
      {events.map((event, index) => {
        const label = eventLabel(event, text)
        return (
          label !== null && (
            <li
              key={event.id}
              // The server leads here after a note.
              id={index === events.length - 1 ? 'newest' : undefined}
              className={styles.event}
              data-by={event.by}
            >
              <p className={styles.what}>{label}</p>
              <time className={form.hint} dateTime={event.at}>
                {formatLongTime(event.at, language)}
              </time>
              {event.text && <p className={styles.typed}>{event.text}</p>}
            </li>
          )
        )
      })}
    </ol>
  )
}

type Label = (event: PublicCaseEvent, text: Translate) => string | null

/** Labels of the events. Internal ones never come here. */
const LABELS: Record<PublicCaseEvent['kind'], Label> = {
  filed: ({ by, after }, text) => {
    if (after === ('corrected' satisfies typeof CORRECTED)) return text('follow.corrected')
    return text(by === 'admin' ? 'follow.filedForYou' : 'follow.filed')
  },
  paid: (event, text) => text('follow.paid', { amount: amountOf(event) }),
  refund: (event, text) => text('follow.refunded', { amount: amountOf(event) }),
  status: ({ after }, text) =>
    isKeyOf(complaintStatuses, after)
      ? text('follow.statusIs', { status: text(complaintStatuses[after].followed) })
      : null,
  outcome: ({ after }, text) =>
    isKeyOf(caseOutcomes, after) ? text('follow.outcomeIs', { outcome: text(caseOutcomes[after].followed) }) : null,
  note: ({ by }, text) => text(by === 'complainant' ? 'follow.yourNote' : 'follow.ourNote'),
  file: ({ by }, text) => text(by === 'complainant' ? 'follow.yourFile' : 'follow.ourFile'),
  reopen: ({ by }, text) => text(by === 'complainant' ? 'follow.youReopened' : 'follow.weReopened'),
  merge: (_, text) => text('follow.merged'),
  assign: () => null,
  priority: () => null,
  due: () => null,
  mail: () => null,
  reveal: () => null,
}

/** Null for an event that says nothing to the complainant, such as an outcome that was taken back. */
function eventLabel(event: PublicCaseEvent, text: Translate): string | null {
  return LABELS[event.kind](event, text)
}

const amountOf = ({ after }: PublicCaseEvent) => formatRupees(Number(after) / PAISE_PER_RUPEE)
