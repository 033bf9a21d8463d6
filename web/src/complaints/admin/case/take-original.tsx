import { Button, CloseButton, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { caseCalls } from '@petsetu/contract/cases.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { RichText, useText } from '../../../languages/use-text.tsx'
import { keyOf } from '../../../lib/call-query.ts'
import { saveReply } from '../../../lib/save-reply.ts'
import confirm from '../../../ui/feedback/confirm.module.css'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { screenReaderOnly } from '../../../ui/layout/screen-reader-only.tsx'

const REASON_MAX = 200

/** A picture of a complaint, by its place among the files. */
type Wanted = { complaintId: number; fileId: number; number: number }

/** A button that asks for a reason, and saves the picture as it came, with its place and time. */
export function TakeOriginal(wanted: Wanted) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={() => setIsOpen(true)}>
        <RichText id="caseWork.takeOriginal" fill={{ number: wanted.number, hint: screenReaderOnly }} />
      </Button>
      {isOpen && <OriginalDialog {...wanted} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function OriginalDialog({ complaintId, fileId, number, onClose }: Wanted & { onClose: () => void }) {
  const text = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const queries = useQueryClient()
  const leaving = useRef(new AbortController())
  useEffect(() => {
    leaving.current = new AbortController()
    dialog.current?.showModal()
    return () => leaving.current.abort()
  }, [])
  const form = useForm({ mode: 'uncontrolled', initialValues: { reason: '' } })
  const { formProps, isBusy, failure } = useSubmit(form, text('caseWork.originalFailed'), async (body) => {
    const params = { id: String(complaintId), fileId: String(fileId) }
    await saveReply(caseCalls.takeOriginal, { params, body }, leaving.current.signal)
    dialog.current?.close()
    await queries.invalidateQueries({ queryKey: keyOf(caseCalls.listEvents) })
  })

  return (
    <dialog className={confirm.dialog} ref={dialog} aria-labelledby={titleId} onClose={onClose}>
      <div className={confirm.head}>
        <h2 id={titleId}>{text('caseWork.originalQuestion', { number })}</h2>
        <CloseButton aria-label={text('frame.close')} onClick={() => dialog.current?.close()} />
      </div>
      <form {...formProps}>
        <p className={confirm.text}>{text('caseWork.originalExplanation')}</p>
        <TextInput
          label={text('caseWork.originalReason')}
          maxLength={REASON_MAX}
          required
          mb={16}
          key={form.key('reason')}
          {...form.getInputProps('reason')}
        />
        {failure && !form.errors.reason && <Notice kind="failed">{failure}</Notice>}
        <div className={confirm.buttons}>
          <Button variant="default" onClick={() => dialog.current?.close()}>
            {text('controls.cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {text('caseWork.saveOriginal')}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
