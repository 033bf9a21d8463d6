import { Button, Group, Stack, Textarea, TextInput, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type Breach, BreachLetters, breachCalls, GAP, LETTER_MAX } from '@petsetu/contract/people/breaches.ts'
import type { Input } from '@petsetu/contract/platform/call.ts'
import { mapEntries } from '@petsetu/contract/platform/registry.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import { LANGUAGES, type Language, languages } from '@petsetu/languages/languages.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../../../platform/lib/drafts/use-drafted-form.ts'
import { request } from '../../../../platform/lib/requests/request.ts'
import { FormSkeleton } from '../../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../../../platform/ui/feedback/notice.tsx'
import { schemaErrors } from '../../../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../../platform/ui/form/use-submit.ts'
import { Hint, Panel } from '../../../../platform/ui/layout/panel.tsx'
import fold from '../../../../platform/ui/layout/unfolds.module.css'
import { useOwnDraft } from '../../../auth/use-own-draft.ts'
import {
  type Drafts,
  draftsOf,
  isAuthorityNext,
  isSame,
  NewDrafts,
  PEOPLE_LETTERS,
  STALE,
  useNewDrafts,
} from './breach-drafts.tsx'

/** The letters to the people, one in each language, and the button that sends them all. */
export function LettersToPeople({ breach }: { breach: Breach }) {
  const text = useText()
  const drafts = useQuery(draftsOf(breach.id))
  return (
    <Panel id={PEOPLE_LETTERS} title={text('breaches.toPeople')} isNext={!isAuthorityNext(breach)}>
      <Hint>{text('breaches.toPeopleHint', { gap: GAP })}</Hint>
      <Loaded query={drafts} skeleton={<FormSkeleton />} failure={text('breaches.draftsFailed')}>
        {({ data }) => <PeopleForm breach={breach} drafts={data} />}
      </Loaded>
    </Panel>
  )
}

type LetterField = `${Language}_${'subject' | 'body'}`
type PeopleValues = Record<LetterField, string>

function peopleValuesOf(letters: BreachLetters): PeopleValues {
  const fields = LANGUAGES.flatMap((language) => [
    [`${language}_subject`, letters[language].subject],
    [`${language}_body`, letters[language].body],
  ])
  return Object.fromEntries(fields) as PeopleValues
}

const lettersOf = (values: PeopleValues): BreachLetters =>
  mapEntries(languages, (_, language) => ({
    subject: values[`${language}_subject`],
    body: values[`${language}_body`],
  }))

const schemaErrorsOfLetters = schemaErrors(BreachLetters)

function errorsOfLetters(values: PeopleValues) {
  const errors = Object.entries(schemaErrorsOfLetters(lettersOf(values)))
  return Object.fromEntries(errors.map(([field, message]) => [field.replace('.', '_'), message]))
}

function PeopleForm({ breach, drafts }: { breach: Breach; drafts: Drafts }) {
  const text = useText()
  const { id, concerned } = breach
  const params = { id: String(id) }
  const people = LANGUAGES.reduce((sum, language) => sum + concerned.by_language[language], 0)
  const newest = peopleValuesOf(drafts.people)
  const { form, isRestored, startFrom, forgetDraft } = useDraftedForm({
    initial: newest,
    draft: useOwnDraft(`breach-letters-${id}`),
    errorsOf: errorsOfLetters,
    checksOnBlur: false,
  })
  const { hasNew, take } = useNewDrafts({
    drafts: drafts.people,
    isUntouched: (begun) => isSame(form.getValues(), peopleValuesOf(begun)),
    onTake: () => {
      startFrom(newest)
      void forgetDraft()
    },
  })
  const sending = useSave({
    call: breachCalls.sendLetters,
    send: (body: Input<typeof breachCalls.sendLetters>['body']) => request(breachCalls.sendLetters, { params, body }),
    confirm: () => ({
      title: text('breaches.sendQuestion', pluralValues(people)),
      children: text('breaches.sendHow'),
      confirmLabel: text('breaches.send'),
    }),
    rowOf: () => id,
    invalidates: STALE,
    onSaved: () => void forgetDraft(),
    success: () => text('breaches.sent'),
    failure: { fallback: text('breaches.failed') },
  })
  const { formProps } = useSubmit(form, text('breaches.failed'), async (values) =>
    sending.start({ ...lettersOf(values), version: breach.version }),
  )
  return (
    <form {...formProps}>
      <Stack gap="md">
        {isRestored && <Notice kind="info">{text('forms.restored')}</Notice>}
        {hasNew && <NewDrafts onTake={take} />}
        {LANGUAGES.map((language) => (
          <Letter key={language} form={form} language={language} readers={concerned.by_language[language]} />
        ))}
        <Group>
          <Button type="submit" variant={isAuthorityNext(breach) ? 'outline' : 'filled'} loading={sending.isBusy}>
            {text('breaches.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type LetterProps = { form: UseFormReturnType<PeopleValues>; language: Language; readers: number }

/** The letter in one language, folded away while nobody reads it and nothing in it is wrong. */
function Letter({ form, language, readers }: LetterProps) {
  const text = useText()
  const [isOpen, setOpen] = useState(readers > 0)
  const { name } = languages[language]
  const fields = [`${language}_subject`, `${language}_body`] as const
  return (
    <details
      open={isOpen || fields.some((field) => form.errors[field])}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={fold.unfolds}>
        <Title order={3} fz={17}>
          {text('breaches.inLanguage', { language: name, ...pluralValues(readers) })}
        </Title>
      </summary>
      <Stack gap="md" mt="sm">
        <TextInput
          label={text('breaches.subject', { language: name })}
          lang={language}
          maxLength={200}
          required
          {...form.getInputProps(fields[0])}
        />
        <Textarea
          label={text('breaches.body', { language: name })}
          lang={language}
          rows={10}
          maxLength={LETTER_MAX}
          required
          {...form.getInputProps(fields[1])}
        />
      </Stack>
    </details>
  )
}
