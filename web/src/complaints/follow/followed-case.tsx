import { FOLLOW_TEXT_MAX } from '@petsetu/contract/follow-limits.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { FollowView } from '@petsetu/contract/public-pages.ts'
import { RichText, useText } from '../../languages/use-text.tsx'
import buttons from '../../shared/public-buttons.module.css'
import form from '../../shared/public-form.module.css'
import { Problem } from '../../shared/public-problem.tsx'
import { shrinkChosen } from '../../shared/shrink-chosen.ts'
import { CaseEvents } from './case-events.tsx'
import { STATUS_LABELS } from './event-labels.ts'
import styles from './follow-page.module.css'

const loadShrinking = async () => (await import('../../lib/shrink-document.ts')).shrinkDocument

type CaseView = Extract<FollowView, { kind: 'case' }>

export function FollowedCase({ view }: { view: CaseView }) {
  const text = useText()
  const { found, problem, isFileKnown } = view
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{text('follow.reference')}</dt>
          <dd>{found.reference}</dd>
        </div>
        {found.merged_into && (
          <div>
            <dt>{text('follow.mergedInto')}</dt>
            <dd>{found.merged_into}</dd>
          </div>
        )}
        <div>
          <dt>{text('follow.status')}</dt>
          <dd>{text(STATUS_LABELS[found.status])}</dd>
        </div>
      </dl>
      {found.is_payable && (
        <p>
          {text('follow.notPaid')} <a href={`${paths.payComplaint.to({})}#${view.token}`}>{text('follow.payFee')}</a>
        </p>
      )}
      <h2 className={styles.history}>{text('follow.history')}</h2>
      <CaseEvents events={found.events} />
      <Problem problem={problem} />
      {isFileKnown && (
        <p className={form.notice} role="status">
          {text('follow.fileKnown')}
        </p>
      )}
      {found.reopen === 'late' && (
        <p>
          <RichText
            id="follow.late"
            fill={{
              reference: found.reference,
              link: (content) => <a href={paths.complaint.to({})}>{content}</a>,
            }}
          />
        </p>
      )}
      <WriteForm view={view} />
      {/* This page’s own address, without a script. */}
      <a className={buttons.sideButton} href="?">
        {text('follow.refresh')}
      </a>
      <p className={form.hint}>{text('follow.keepLink')}</p>
    </>
  )
}

/** A plain form, which needs no script. Of a complaint that can be opened again it has a second button. */
function WriteForm({ view: { token, found, typed } }: { view: CaseView }) {
  const text = useText()
  const canReopen = found.reopen === 'possible'
  return (
    <form
      className={form.form}
      method="post"
      encType="multipart/form-data"
      action={paths.followComplaint.to({ token })}
    >
      <label htmlFor="text">{text('follow.write')}</label>
      {canReopen && (
        <p className={form.hint} id="text-hint">
          {text('follow.reopenHint')}
        </p>
      )}
      <textarea
        id="text"
        name="text"
        rows={4}
        maxLength={FOLLOW_TEXT_MAX}
        defaultValue={typed}
        aria-describedby={canReopen ? 'text-hint' : undefined}
      />
      <label htmlFor="file">
        {text('follow.file')} <span className={form.hint}>({text('follow.optional')})</span>
      </label>
      <input
        id="file"
        name="file"
        type="file"
        accept="application/pdf,image/jpeg,image/png,.pdf,.jpg,.jpeg,.png"
        aria-describedby="file-hint"
        onChange={({ currentTarget }) => void shrinkChosen(currentTarget, loadShrinking)}
      />
      <p className={form.hint} id="file-hint">
        {text('follow.fileHint')}
      </p>
      <button className={buttons.mainButton} type="submit">
        {text('follow.send')}
      </button>
      {canReopen && (
        <button
          className={buttons.sideButton}
          type="submit"
          formAction={`${paths.followComplaint.to({ token })}/reopen`}
        >
          {text('follow.reopen')}
        </button>
      )}
    </form>
  )
}
