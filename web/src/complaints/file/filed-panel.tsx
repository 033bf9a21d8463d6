import { paths } from '@petsetu/contract/paths.ts'
import { LeaveLater } from '../../payments/checkout/leave-later.tsx'
import type { PayState } from '../../payments/checkout/pay-state.ts'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { FormButton } from '../../platform/public-form/form-card.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import card from '../../platform/ui/layout/card.module.css'
import { ComplaintId } from './complaint-id.tsx'
import classes from './filing.module.css'

const SHOWN_MS = 3_000

type Props = NonNullable<PayState['done']> & { onFileAnother: () => void }

/** Shows the success, and leads to the home page after three seconds. */
export function FiledPanel({ subject, message, receiptPath, onFileAnother }: Props) {
  const text = useText()
  return (
    <section className={`${card.card} ${classes.panel}`} aria-label={text('complaintForm.filed')}>
      <Notice kind="done" takesFocus>
        {message}
      </Notice>
      <ComplaintId id={subject.id} reference={subject.reference} />
      {receiptPath && (
        <p className={classes.sentence}>
          <RichText id="checkout.openReceipt" fill={{ link: (content) => <a href={receiptPath}>{content}</a> }} />
        </p>
      )}
      <p className={classes.sentence}>{text('complaintForm.keepNumber')}</p>
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
