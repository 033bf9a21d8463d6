import { Button, CloseButton, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { donationCalls, type ListedDonation } from '@petsetu/contract/donations.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { RichText, useText } from '../../languages/use-text.tsx'
import { requestData } from '../../lib/request-data.ts'
import classes from '../../ui/feedback/confirm.module.css'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'

const REASON_MAX = 200

/** Shows the whole PAN of a donation to an admin who says why; both go into the log. */
export function ShowPanDialog({ donation, onClose }: { donation: ListedDonation; onClose: () => void }) {
  const text = useText()
  const { id, name } = donation
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [pan, setPan] = useState<string | null>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const form = useForm({ mode: 'uncontrolled', initialValues: { reason: '' } })
  const { formProps, isBusy, failure } = useSubmit(form, text('donations.showPanFailed'), async (body) => {
    setPan((await requestData(donationCalls.showPan, { params: { id: String(id) }, body })).pan)
  })

  return (
    <dialog className={classes.dialog} ref={dialog} aria-labelledby={titleId} onClose={onClose}>
      <div className={classes.head}>
        <h2 id={titleId}>{text('donations.showPanQuestion', { name })}</h2>
        <CloseButton aria-label={text('frame.close')} onClick={() => dialog.current?.close()} />
      </div>
      {pan === null ? (
        <form {...formProps}>
          <p className={classes.text}>{text('donations.showPanExplanation')}</p>
          <TextInput
            label={text('donations.reason')}
            maxLength={REASON_MAX}
            required
            mb={16}
            key={form.key('reason')}
            {...form.getInputProps('reason')}
          />
          {failure && !form.errors.reason && <Notice kind="failed">{failure}</Notice>}
          <div className={classes.buttons}>
            <Button variant="default" onClick={() => dialog.current?.close()}>
              {text('controls.cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {text('donations.showPan')}
            </Button>
          </div>
        </form>
      ) : (
        <p className={classes.text} role="status">
          <RichText id="donations.panIs" fill={{ name, pan, strong: (content) => <strong>{content}</strong> }} />
        </p>
      )}
    </dialog>
  )
}
