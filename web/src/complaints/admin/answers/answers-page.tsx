import { Button, NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { type Answer, AnswerForm, caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { complaintStatuses } from '@petsetu/contract/complaints/complaint-statuses.ts'
import { ComplaintStatus } from '@petsetu/contract/complaints/complaints.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { isLanguage, type Language, languages } from '@petsetu/languages/languages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useOwnDraft } from '../../../people/auth/use-own-draft.ts'
import { pageLanguage } from '../../../platform/languages/page-language.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { useLeave } from '../../../platform/lib/address/use-leave.ts'
import { useDraftedForm } from '../../../platform/lib/drafts/use-drafted-form.ts'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../../platform/lib/requests/first-data.ts'
import { request } from '../../../platform/lib/requests/request.ts'
import { useIsPhone } from '../../../platform/lists/list-filters.tsx'
import { TableSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { restoreFocus } from '../../../platform/ui/feedback/restore-focus.ts'
import { showSuccess } from '../../../platform/ui/feedback/toast.ts'
import { LANGUAGE_CHOICES } from '../../../platform/ui/fields/choices.ts'
import { ChangedMeanwhile, useConflict } from '../../../platform/ui/form/changed-meanwhile.tsx'
import { FormBar } from '../../../platform/ui/form/form-bar.tsx'
import formPage from '../../../platform/ui/form/form-page.module.css'
import { schemaErrors } from '../../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../platform/ui/form/use-submit.ts'
import { BackLink } from '../../../platform/ui/layout/back-link.tsx'
import card from '../../../platform/ui/layout/card.module.css'
import { SectionHeading } from '../../../platform/ui/layout/card-parts.tsx'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'
import { Answers } from './answer-table.tsx'

const NEW = 'new'

const allAnswers = callQuery(caseCalls.listAnswers, {})

/** The texts that admins put into their notes to complainants. */
export function AnswersPage() {
  const text = useText()
  const [params] = useSearchParams()
  const answers = useQuery(allAnswers)
  const edited = params.get('edit')
  const [deletedHere, setDeletedHere] = useState<number | null>(null)
  const stored = answers.data?.data.find(({ id }) => String(id) === edited)
  const [opened, setOpened] = useState(stored)
  // The answer in the form stays there, with what was typed, if somebody else deletes it.
  const lost = !stored && String(opened?.id) === edited ? opened : undefined
  if (!lost && opened !== stored) setOpened(stored)
  const chosen = lost && lost.id !== deletedHere ? lost : stored
  useFocusOfEditor(edited)
  const isNew = edited === NEW
  const isPhone = useIsPhone()
  const isEditorOpen = isNew || chosen !== undefined
  return (
    <>
      {isNew ? (
        <BackLink to={paths.caseAnswers.to({})}>{text('titles.caseAnswers')}</BackLink>
      ) : (
        <BackLink to={paths.complaints.to({})}>{text('complaintDetail.backToList')}</BackLink>
      )}
      <PageTitle
        hint={text('caseAnswers.hint')}
        aside={
          !isEditorOpen && (
            <Button
              component={Link}
              to={paths.caseAnswers.to({}, { edit: NEW })}
              leftSection={<IconPlus size={18} aria-hidden />}
            >
              {text('caseAnswers.add')}
            </Button>
          )
        }
      >
        {text(isNew ? 'caseAnswers.add' : 'titles.caseAnswers')}
      </PageTitle>
      {isNew && <AnswerEditor key={NEW} answer={null} />}
      {chosen && <AnswerEditor key={chosen.id} answer={chosen} isDeleted={!stored} />}
      {!(isNew && isPhone) && (
        <Loaded query={answers} skeleton={<TableSkeleton rows={4} />} failure={text('caseAnswers.listFailed')}>
          {({ data }) => (
            <Answers
              answers={data}
              language={languageIn(params)}
              isEditorOpen={isEditorOpen}
              onDeleted={setDeletedHere}
            />
          )}
        </Loaded>
      )}
    </>
  )
}

AnswersPage.load = ((prefetch) => prefetch(allAnswers)) satisfies PageLoader

/** The form stands above the list: the focus goes to the title above it, and stays in the page once the form has closed. */
function useFocusOfEditor(edited: string | null): void {
  const shown = useRef(edited)
  useEffect(() => {
    if (shown.current === edited) return
    shown.current = edited
    if (edited) document.querySelector('h1')?.focus()
    else restoreFocus()
  }, [edited])
}

function languageIn(params: URLSearchParams): Language | null {
  const language = params.get('language')
  return isLanguage(language) ? language : null
}

type Values = { title: string; text: string; language: string; for_status: string }

// Between the form and the list below it.
const SPACED = { marginBottom: 24 }

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

function labelsOf(text: Translate): Record<keyof Values, string> {
  return {
    title: text('caseAnswers.title'),
    text: text('caseAnswers.text'),
    language: text('caseAnswers.language'),
    for_status: text('caseAnswers.forStatus'),
  }
}

/** A value of the form as a person reads it. */
function described(field: string, value: string, text: Translate): string {
  if (field === 'language' && isLanguage(value)) return languages[value].name
  const status = field === 'for_status' ? ComplaintStatus.safeParse(value).data : undefined
  return status ? text(complaintStatuses[status].label) : value
}

/** Adds a prepared answer, or changes this one. One that was deleted meanwhile is added again. */
function AnswerEditor({ answer, isDeleted = false }: { answer: Answer | null; isDeleted?: boolean }) {
  const text = useText()
  const leaveTo = useLeave()
  const draft = useOwnDraft(`answer-${answer?.id ?? 'new'}`)
  const drafted = useDraftedForm({
    initial: valuesOf(answer),
    draft,
    version: answer?.version ?? null,
    errorsOf,
  })
  const { form, isRestored, forgetDraft } = drafted
  const conflict = useConflict({ ...drafted, valuesOf: (stored: Answer) => valuesOf(stored) })
  const save = useSaveAnswer(isDeleted ? null : answer)
  const { formProps, isBusy, failure } = useSubmit(form, text('caseAnswers.saveFailed'), async (values) => {
    if ((await conflict.saveOrCompare(values, (version) => save({ values, version }))) === null) return
    showSuccess(text('caseAnswers.saved', { title: values.title.trim() }))
    await leave()
  })

  async function leave() {
    await forgetDraft()
    await leaveTo(paths.caseAnswers.to({}))
  }

  const name = answer ? text('caseAnswers.change', { title: answer.title }) : text('caseAnswers.add')
  return (
    <form {...formProps} className={formPage.form} style={SPACED} aria-label={name}>
      <div className={`${card.card} ${formPage.fields}`}>
        {/* The title of the page says that an answer is added. */}
        {answer && <SectionHeading>{name}</SectionHeading>}
        {failure && <Notice kind="failed">{failure}</Notice>}
        {conflict.shown && (
          <ChangedMeanwhile
            labels={labelsOf(text)}
            describe={(field, value) => described(field, value, text)}
            {...conflict.shown}
          />
        )}
        {isRestored && <Notice kind="info">{text('forms.restored')}</Notice>}
        {isDeleted && <Notice kind="info">{text('caseAnswers.deletedMeanwhile')}</Notice>}
        <AnswerFields form={form} />
        <FormBar save={text('caseAnswers.save')} isBusy={isBusy} onCancel={leave} />
      </div>
    </form>
  )
}

/** `version` is the one that the values are based on. */
type Saving = { values: Values; version: number | undefined }

function useSaveAnswer(answer: Answer | null): (saving: Saving) => Promise<unknown> {
  const { save: create } = useSave({
    call: caseCalls.createAnswer,
    send: ({ values }: Saving, options) => request(caseCalls.createAnswer, { body: bodyOf(values) }, options),
    invalidates: [caseCalls.listAnswers],
  })
  const { save: update } = useSave({
    call: caseCalls.updateAnswer,
    send: ({ values, version }: Saving) =>
      request(caseCalls.updateAnswer, { params: { id: String(answer?.id) }, body: { ...bodyOf(values), version } }),
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
      <SimpleGrid minColWidth="min(100%, 220px)" autoFlow="auto-fit">
        <NativeSelect
          label={text('caseAnswers.language')}
          data={LANGUAGE_CHOICES}
          {...form.getInputProps('language')}
        />
        <NativeSelect
          label={text('caseAnswers.forStatus')}
          data={[
            { value: '', label: text('caseAnswers.anyStatus') },
            ...ComplaintStatus.options.map((value) => ({ value, label: text(complaintStatuses[value].label) })),
          ]}
          {...form.getInputProps('for_status')}
        />
      </SimpleGrid>
      <Textarea
        label={text('caseAnswers.text')}
        lang={form.values.language}
        rows={4}
        required
        {...form.getInputProps('text')}
      />
    </>
  )
}
