import { Button, Group, NativeSelect, SimpleGrid, Stack, Textarea, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  AuthorityLetter,
  type Breach,
  BreachLetters,
  breachCalls,
  GAP,
  LETTER_MAX,
} from '@petsetu/contract/people/breaches.ts'
import type { Input, Reply } from '@petsetu/contract/platform/call.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import { LANGUAGES, languageOrEnglish, languages } from '@petsetu/languages/languages.ts'
import { useQuery } from '@tanstack/react-query'
import { pageLanguage } from '../../../../platform/languages/page-language.ts'
import { useText } from '../../../../platform/languages/use-text.tsx'
import { callQuery } from '../../../../platform/lib/requests/call-query.ts'
import { request } from '../../../../platform/lib/requests/request.ts'
import { FormSkeleton } from '../../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../../../platform/ui/feedback/notice.tsx'
import { showSuccess } from '../../../../platform/ui/feedback/toast.ts'
import { schemaErrors } from '../../../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../../platform/ui/form/use-submit.ts'
import { Hint, Panel } from '../../../../platform/ui/layout/panel.tsx'

type Drafts = Reply<typeof breachCalls.drafts>['data']

const STALE = [breachCalls.read, breachCalls.list, breachCalls.listTold]

// Never fetched anew by itself: that would replace what an admin is writing.
const draftsOf = (id: number) => ({
  ...callQuery(breachCalls.drafts, { params: { id: String(id) } }),
  refetchOnWindowFocus: false,
})

/** The letters to the people, one in each language, and the button that sends them all. */
export function LettersToPeople({ breach }: { breach: Breach }) {
  const text = useText()
  const drafts = useQuery(draftsOf(breach.id))
  return (
    <Panel title={text('breaches.toPeople')}>
      <Hint>{text('breaches.toPeopleHint', { gap: GAP })}</Hint>
      <Loaded query={drafts} skeleton={<FormSkeleton />} failure={text('breaches.draftsFailed')}>
        {({ data }) => <PeopleForm key={breach.version} breach={breach} drafts={data} />}
      </Loaded>
    </Panel>
  )
}

const errorsOfLetters = schemaErrors(BreachLetters)

function PeopleForm({ breach: { id, concerned }, drafts }: { breach: Breach; drafts: Drafts }) {
  const text = useText()
  const params = { id: String(id) }
  const people = LANGUAGES.reduce((sum, language) => sum + concerned.by_language[language], 0)
  const form = useForm({ initialValues: drafts.people, validate: errorsOfLetters })
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
    success: () => text('breaches.sent'),
    failure: { fallback: text('breaches.failed') },
  })
  const { formProps } = useSubmit(form, text('breaches.failed'), async (letters) => sending.start(letters))
  return (
    <form {...formProps}>
      <Stack gap="sm">
        {LANGUAGES.map((language) => (
          <Stack key={language} gap="sm">
            <Title order={3} fz={17}>
              {text('breaches.inLanguage', {
                language: languages[language].name,
                ...pluralValues(concerned.by_language[language]),
              })}
            </Title>
            <TextInput
              label={text('breaches.subject', { language: languages[language].name })}
              maxLength={200}
              required
              {...form.getInputProps(`${language}.subject`)}
            />
            <Textarea
              label={text('breaches.body', { language: languages[language].name })}
              rows={10}
              maxLength={LETTER_MAX}
              required
              {...form.getInputProps(`${language}.body`)}
            />
          </Stack>
        ))}
        <Group>
          <Button type="submit" loading={sending.isBusy}>
            {text('breaches.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The letter to an authority that has its clock; each gets one by mail. */
export function AuthorityLetters({ breach }: { breach: Breach }) {
  const text = useText()
  const drafts = useQuery(draftsOf(breach.id))
  return (
    <Panel title={text('breaches.toAuthority')}>
      <Hint>{text('breaches.toAuthorityHint')}</Hint>
      <Loaded query={drafts} skeleton={<FormSkeleton />} failure={text('breaches.draftsFailed')}>
        {({ data }) => <AuthorityForm key={breach.version} breach={breach} drafts={data} />}
      </Loaded>
    </Panel>
  )
}

const errorsOfAuthority = schemaErrors(AuthorityLetter)

function AuthorityForm({ breach: { id, team }, drafts }: { breach: Breach; drafts: Drafts }) {
  const text = useText()
  const params = { id: String(id) }
  const first = team.told_at ? 'board' : 'team'
  const form = useForm<Input<typeof breachCalls.tellAuthority>['body']>({
    initialValues: {
      to: first,
      email: drafts.emails[first],
      language: pageLanguage(),
      ...drafts.authority[pageLanguage()],
    },
    validate: errorsOfAuthority,
  })
  const { save } = useSave({
    call: breachCalls.tellAuthority,
    send: (body: Input<typeof breachCalls.tellAuthority>['body']) =>
      request(breachCalls.tellAuthority, { params, body }),
    rowOf: () => id,
    invalidates: STALE,
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('breaches.failed'), async (letter) => {
    await save(letter)
    showSuccess(text('breaches.authoritySent'))
  })
  return (
    <form {...formProps}>
      <Stack gap="sm">
        <SimpleGrid minColWidth="min(220px, 100%)" autoFlow="auto-fit">
          <NativeSelect
            label={text('breaches.authority')}
            data={[
              { value: 'team', label: text('breaches.team') },
              { value: 'board', label: text('breaches.board') },
            ]}
            {...form.getInputProps('to')}
            onChange={({ currentTarget: { value } }) => {
              const to = value === 'board' ? 'board' : 'team'
              form.setValues({ to, email: drafts.emails[to] })
            }}
          />
          <NativeSelect
            label={text('breaches.language')}
            data={LANGUAGES.map((value) => ({ value, label: languages[value].name }))}
            {...form.getInputProps('language')}
            onChange={({ currentTarget: { value } }) => {
              const language = languageOrEnglish(value)
              form.setValues({ language, ...drafts.authority[language] })
            }}
          />
        </SimpleGrid>
        <TextInput label={text('labels.email')} type="email" required {...form.getInputProps('email')} />
        <TextInput
          label={text('breaches.authoritySubject')}
          maxLength={200}
          required
          {...form.getInputProps('subject')}
        />
        <Textarea
          label={text('breaches.authorityBody')}
          rows={10}
          maxLength={LETTER_MAX}
          required
          {...form.getInputProps('body')}
        />
        {failure && <Notice kind="failed">{failure}</Notice>}
        <Group>
          <Button type="submit" variant="default" loading={isBusy}>
            {text('breaches.sendAuthority')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
