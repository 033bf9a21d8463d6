import { Button } from '@mantine/core'
import type { Site } from '@petsetu/contract/site.ts'
import { useRef, useState } from 'react'
import type { CallError } from '../lib/request.ts'
import card from '../ui/card.module.css'
import { FieldGroup } from '../ui/field-group.tsx'
import { focusFirstError } from '../ui/focus-first-error.ts'
import { Notice } from '../ui/notice.tsx'
import { BeforeYouFile } from './before-you-file.tsx'
import { ComplaintFields, FeeField } from './complaint-fields.tsx'
import type { ComplaintValues } from './complaint-values.ts'
import { DocumentField } from './document-field.tsx'
import { FiledPanel } from './filed-panel.tsx'
import classes from './filing.module.css'
import { documentErrorOf } from './filing-message.ts'
import { FilingNotice } from './filing-notice.tsx'
import { payLabel, SavedPanel } from './saved-panel.tsx'
import { useComplaintForm } from './use-complaint-form.ts'
import { useDocument } from './use-document.ts'
import { useFiling } from './use-filing.ts'

/** The form; once its complaint is saved, the offer to pay above what was typed; once it is paid, the end. */
export function Filing({ site }: { site: Site }) {
  const { form, amount, isRestored, clear, keepPerson } = useComplaintForm()
  const document = useDocument()
  const [sentShare, setSentShare] = useState(0)
  const element = useRef<HTMLDivElement>(null)
  const filing = useFiling(site, { onRefused: showErrors, onFiled: startAfresh })
  const { saved, filed, isBusy } = filing

  function showErrors(refusal: CallError) {
    const documentError = documentErrorOf(refusal)
    if (documentError) document.refuse(documentError)
    form.setErrors(refusal.fields)
    focusFirstError(element.current, { ...refusal.fields, file: documentError })
  }

  function startAfresh() {
    clear()
    void document.choose(null)
    scrollTo({ top: 0 })
  }

  function startOver() {
    filing.startOver()
    keepPerson()
    void document.choose(null)
  }

  async function submit(values: ComplaintValues) {
    if (!(await document.isFit())) return focusFirstError(element.current, { file: true })
    setSentShare(0)
    await filing.file({ values, file: document.chosen.file, onProgress: setSentShare })
  }

  if (saved) {
    return (
      <div ref={element} className={classes.page}>
        <SavedPanel form={form} amount={amount} complaint={saved} filing={filing} onStartOver={startOver} />
        <section className={`${card.card} ${classes.card} ${classes.written}`} aria-label="What you wrote">
          <p className={classes.legend}>What you wrote, as it was saved:</p>
          <ComplaintFields form={form} readOnly />
          {saved.fileName && <p className={classes.legend}>Supporting document: {saved.fileName}</p>}
        </section>
      </div>
    )
  }
  return (
    <div ref={element} className={classes.page}>
      {filed ? (
        <FiledPanel {...filed} />
      ) : (
        <div className={classes.before}>
          <BeforeYouFile />
        </div>
      )}
      {isRestored && (
        <Notice kind="info">
          What you had typed before is back.{' '}
          <Button variant="subtle" px={0} my={-10} onClick={clear}>
            Clear the form
          </Button>
        </Notice>
      )}
      <form
        className={classes.page}
        noValidate
        onSubmit={form.onSubmit(submit, (errors) => focusFirstError(element.current, errors))}
      >
        <div className={`${card.card} ${classes.card}`}>
          <p className={classes.legend}>Fields marked * are required.</p>
          <ComplaintFields form={form} />
          <FieldGroup heading="Fee and document">
            <FeeField form={form} />
            <DocumentField chosen={document.chosen} onChoose={document.choose} />
          </FieldGroup>
        </div>
        <FilingNotice message={filing.message} />
        {isBusy && document.chosen.file && (
          <progress className={classes.progress} value={sentShare} aria-label="Upload" />
        )}
        <p className={classes.activity} role="status">
          {filing.activity}
        </p>
        <Button className={classes.submit ?? ''} type="submit" loading={isBusy} disabled={filed !== null}>
          Submit and {payLabel(amount)}
        </Button>
      </form>
    </div>
  )
}
