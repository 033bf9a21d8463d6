import { paths } from '@petsetu/contract/paths.ts'
import { LeaveLater } from '../../payments/checkout/leave-later.tsx'
import type { PayState } from '../../payments/checkout/pay-state.ts'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { paidFor } from '../../platform/lib/storage/last-receipt.ts'
import { VISITOR } from '../../platform/lib/storage/storage.ts'
import { FormButton } from '../../platform/public-form/form-card.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import card from '../../platform/ui/layout/card.module.css'
import { PaidPanel } from '../../shared/paid-panel.tsx'
import complaintIdStyles from './complaint-id.module.css'
import classes from './filing.module.css'

const SHOWN_MS = 3_000

type Props = NonNullable<PayState['done']> & { daysMax: number; onFileAnother: () => void }

/** Shows the success, and leads to the home page after three seconds. */
export function FiledPanel({ subject, owner, message, receiptPath, daysMax, onFileAnother }: Props) {
  const text = useText()
  return (
    <section className={`${card.card} ${classes.panel}`} aria-label={text('complaintForm.filed')}>
      <Notice kind="done" takesFocus>
        {message}
      </Notice>
      <ComplaintId id={subject.id} />
      <PaidPanel
        path={receiptPath}
        paidFor={paidFor('complaint', subject)}
        daysMax={daysMax}
        isVisitor={owner === VISITOR}
      />
      <FormButton type="button" isSide onClick={onFileAnother}>
        {text('complaintForm.fileAnother')}
      </FormButton>
      <p className={classes.sentence}>
        <LeaveLater to={paths.home.to({})} afterMs={SHOWN_MS}>
          {text('complaintForm.homeSoon')}
        </LeaveLater>
      </p>
    </section>
  )
}

/** The number of a complaint, and its reference. */
export function ComplaintId({ id, reference }: { id: number; reference?: string | undefined }) {
  return (
    <p className={complaintIdStyles.id}>
      <RichText id="complaintForm.id" fill={{ id, strong: (content) => <strong>{content}</strong> }} />
      {reference && (
        <>
          <br />
          <RichText
            id="complaintForm.reference"
            fill={{
              reference,
              strong: (content) => <strong className={complaintIdStyles.reference}>{content}</strong>,
            }}
          />
        </>
      )}
    </p>
  )
}
