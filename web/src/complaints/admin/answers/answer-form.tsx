import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type Answer, AnswerForm, caseCalls } from '@petsetu/contract/cases.ts'
import { ComplaintStatus } from '@petsetu/contract/complaints.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '@petsetu/languages/languages.ts'
import { useId } from 'react'
import { useOwnDraft } from '../../../auth/use-own-draft.ts'
import { pageLanguage } from '../../../languages/page-language.ts'
import { useText } from '../../../languages/use-text.tsx'
import { request } from '../../../lib/request.ts'
import { useDraftedForm } from '../../../lib/use-drafted-form.ts'
import { useLeave } from '../../../lib/use-leave.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { showSuccess } from '../../../ui/feedback/toast.ts'
import { schemaErrors } from '../../../ui/form/schema-errors.ts'
import { useSave } from '../../../ui/form/use-save.ts'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import card from '../../../ui/layout/card.module.css'
import { STATUS_BADGES } from '../../complaint-status.tsx'
import classes from './answers.module.css'

type Values = { title: string; text: string; language: string; for_status: string }

const schemaErrorsOf = schemaErrors(AnswerForm)
const errorsOf = (values: Values) => schemaErrorsOf(bodyOf(values))

function bodyOf({ language, for_status, ...values }: Values) {
  return {
    ...values,
    language: isLanguage(language) ? language : pageLanguage(),
    for_status: ComplaintStatus.safeParse(for_status).data ?? null,
  }
}

const valuesOf = (answer: Answer | null): Values => ({
  title: answer?.title ?? '',
  text: answer?.text ?? '',
  language: answer?.language ?? pageLanguage(),
  for_status: answer?.for_status ?? '',
})

/** Adds a prepared answer, or changes this one. */
export function AnswerEditor({ answer }: { answer: Answer | null }) {
  const text = useText()
  const heading = useId()
  const leaveTo = useLeave()
  const draft = useOwnDraft(`answer-${answer?.id ?? 'new'}`)
  const { form, isRestored, forgetDraft } = useDraftedForm({ initial: valuesOf(answer), draft, errorsOf })
  const save = useSaveAnswer(answer)
  const { formProps, isBusy, failure } = useSubmit(form, text('caseAnswers.saveFailed'), async (values) => {
    await save(values)
    showSuccess(text('caseAnswers.saved', { title: values.title.trim() }))
    await leave()
  })

  async function leave() {
    await forgetDraft()
    await leaveTo(paths.caseAnswers.to({}))
  }

  return (
    <form {...formProps} className={`${card.card} ${classes.form}`} aria-labelledby={heading}>
      <h2 id={heading} className={classes.heading}>
        {answer ? text('caseAnswers.change', { title: answer.title }) : text('caseAnswers.add')}
      </h2>
      {failure && <Notice kind="failed">{failure}</Notice>}
      {isRestored && <Notice kind="info">{text('forms.restored')}</Notice>}
      <AnswerFields form={form} />
      <div className={classes.buttons}>
        <Button variant="default" disabled={isBusy} onClick={leave}>
          {text('controls.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {text('caseAnswers.save')}
        </Button>
      </div>
    </form>
  )
}

function useSaveAnswer(answer: Answer | null): (values: Values) => Promise<unknown> {
  const { save: create } = useSave({
    call: caseCalls.createAnswer,
    send: (values: Values, options) => request(caseCalls.createAnswer, { body: bodyOf(values) }, options),
    invalidates: [caseCalls.listAnswers],
  })
  const { save: update } = useSave({
    call: caseCalls.updateAnswer,
    send: (values: Values) =>
      request(caseCalls.updateAnswer, { params: { id: String(answer?.id) }, body: bodyOf(values) }),
    invalidates: [caseCalls.listAnswers],
  })
  return answer ? update : create
}

function AnswerFields({ form }: { form: ReturnType<typeof useDraftedForm<Values>>['form'] }) {
  const text = useText()
  return (
    <>
      <TextInput
        label={text('caseAnswers.title')}
        description={text('caseAnswers.titleHint')}
        required
        {...form.getInputProps('title')}
      />
      <div className={classes.two}>
        <NativeSelect
          label={text('caseAnswers.language')}
          data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          {...form.getInputProps('language')}
        />
        <NativeSelect
          label={text('caseAnswers.forStatus')}
          data={[
            { value: '', label: text('caseAnswers.anyStatus') },
            ...ComplaintStatus.options.map((value) => ({ value, label: text(STATUS_BADGES[value].id) })),
          ]}
          {...form.getInputProps('for_status')}
        />
      </div>
      <Textarea
        label={text('caseAnswers.text')}
        autosize
        minRows={4}
        maxRows={16}
        required
        {...form.getInputProps('text')}
      />
    </>
  )
}
