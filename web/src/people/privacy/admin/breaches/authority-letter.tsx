import {
  Button,
  Group,
  type InputWrapperProps,
  NativeSelect,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import {
  AuthorityLetter,
  type Breach,
  type BreachLetters,
  breachCalls,
  LETTER_MAX,
} from '@petsetu/contract/people/breaches.ts'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import type { Input } from '@petsetu/contract/platform/call.ts'
import { type Language, languageOrEnglish, languages } from '@petsetu/languages/languages.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pageLanguage } from '../../../../platform/languages/page-language.ts'
import { useText } from '../../../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../../../platform/lib/drafts/use-drafted-form.ts'
import { request } from '../../../../platform/lib/requests/request.ts'
import { FormSkeleton } from '../../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../../../platform/ui/feedback/notice.tsx'
import { failWithToast, showSuccess } from '../../../../platform/ui/feedback/toast.ts'
import { LANGUAGE_CHOICES } from '../../../../platform/ui/fields/choices.ts'
import { schemaErrors } from '../../../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../../platform/ui/form/use-submit.ts'
import { Hint, Panel } from '../../../../platform/ui/layout/panel.tsx'
import { useUser } from '../../../auth/session.ts'
import { useOwnDraft } from '../../../auth/use-own-draft.ts'
import {
  AUTHORITY_LETTER,
  BREACH_STEPS,
  type Drafts,
  draftsOf,
  isAuthorityNext,
  isSame,
  NewDrafts,
  STALE,
  useNewDrafts,
} from './breach-drafts.tsx'

const LETTER_BOX = { input: { maxBlockSize: 'calc(14lh + 10px)' } }

const EMAIL_PARTS: NonNullable<InputWrapperProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error']

/** The letter to an authority that has its clock; each gets one by mail. */
export function AuthorityLetters({ breach }: { breach: Breach }) {
  const text = useText()
  const drafts = useQuery(draftsOf(breach.id))
  return (
    <Panel id={AUTHORITY_LETTER} title={text('breaches.toAuthority')} isNext={isAuthorityNext(breach)}>
      <Hint>{text('breaches.toAuthorityHint')}</Hint>
      <Loaded query={drafts} skeleton={<FormSkeleton />} failure={text('breaches.draftsFailed')}>
        {({ data }) => <AuthorityForm breach={breach} drafts={data} />}
      </Loaded>
    </Panel>
  )
}

type AuthorityValues = Record<keyof Input<typeof breachCalls.tellAuthority>['body'], string>

const toOf = (value: string): 'team' | 'board' => (value === 'board' ? 'board' : 'team')

const errorsOfAuthority = schemaErrors(AuthorityLetter)

function AuthorityForm({ breach, drafts }: { breach: Breach; drafts: Drafts }) {
  const text = useText()
  const queries = useQueryClient()
  const { id, team } = breach
  const params = { id: String(id) }
  const first = team.told_at ? 'board' : 'team'
  const initialFor = (to: 'team' | 'board', { emails, authority }: Drafts) => ({
    to,
    email: emails[to],
    language: pageLanguage(),
    ...authority[pageLanguage()],
  })
  const { form, isRestored, startFrom, forgetDraft } = useDraftedForm<AuthorityValues>({
    initial: initialFor(first, drafts),
    draft: useOwnDraft(`breach-authority-${id}`),
    errorsOf: errorsOfAuthority,
    checksOnBlur: false,
  })
  const languageNow = languageOrEnglish(form.getValues().language)
  const saysDraftOf = (letters: BreachLetters, language: Language) => isSame(form.getValues(), letters[language])
  const takeDraft = () => form.setValues({ ...drafts.authority[languageNow] })
  const { hasNew, take, begin } = useNewDrafts({
    drafts: drafts.authority,
    isUntouched: (begun) => saysDraftOf(begun, languageNow),
    onTake: takeDraft,
  })
  const isOwn = !hasNew && !saysDraftOf(drafts.authority, languageNow)
  const { save } = useSave({
    call: breachCalls.tellAuthority,
    send: (body: Input<typeof breachCalls.tellAuthority>['body']) =>
      request(breachCalls.tellAuthority, { params, body }),
    rowOf: () => id,
    invalidates: STALE,
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('breaches.failed'), async (values) => {
    const letter = { ...values, to: toOf(values.to), language: languageOrEnglish(values.language) }
    await save(letter).catch(failWithToast('breach_closed'))
    // The drafts name the letter that has just gone.
    const newest = queries.getQueryData(draftsOf(id).queryKey)?.data ?? drafts
    begin(newest.authority)
    startFrom(initialFor(letter.to === 'team' ? 'board' : 'team', newest))
    await forgetDraft()
    showSuccess(text('breaches.authoritySent'))
  })
  return (
    <form {...formProps}>
      <Stack gap="md">
        {isRestored && <Notice kind="info">{text('forms.restored')}</Notice>}
        {hasNew && <NewDrafts onTake={take} />}
        <SimpleGrid minColWidth="min(180px, 100%)" autoFlow="auto-fit">
          <NativeSelect
            label={text('breaches.authority')}
            data={[
              { value: 'team', label: text('breaches.team') },
              { value: 'board', label: text('breaches.board') },
            ]}
            {...form.getInputProps('to')}
            onChange={({ currentTarget: { value } }) => {
              // The address goes with the authority: a letter to the other one would leave the house to the wrong reader.
              const to = toOf(value)
              form.setValues({ to, email: drafts.emails[to] })
            }}
          />
          <NativeSelect
            label={text('breaches.language')}
            data={LANGUAGE_CHOICES}
            {...form.getInputProps('language')}
            onChange={({ currentTarget: { value } }) => {
              const language = languageOrEnglish(value)
              // A letter in somebody's own words stays; its button takes the draft in the other language.
              const isDraft = saysDraftOf(drafts.authority, languageNow)
              form.setValues({ language, ...(isDraft && drafts.authority[language]) })
            }}
          />
        </SimpleGrid>
        <TextInput
          label={text('labels.email')}
          description={drafts.emails[toOf(form.getValues().to)] === '' && <NoAddress />}
          // Its links stand below the field, so that the label is beside it.
          inputWrapperOrder={EMAIL_PARTS}
          type="email"
          required
          {...form.getInputProps('email')}
        />
        <Textarea
          label={text('breaches.authoritySubject')}
          lang={languageNow}
          // All of it is read before it is sent; it stays one line in the mail.
          rows={1}
          maxLength={200}
          required
          {...form.getInputProps('subject')}
          onChange={({ currentTarget }) => form.setFieldValue('subject', currentTarget.value.replace(/\s*\n\s*/g, ' '))}
        />
        <Textarea
          label={text('breaches.authorityBody')}
          lang={languageNow}
          rows={10}
          // The hours run: a long draft does not push its button away.
          styles={LETTER_BOX}
          maxLength={LETTER_MAX}
          required
          {...form.getInputProps('body')}
        />
        {isOwn && (
          <Group>
            <Button variant="subtle" onClick={takeDraft}>
              {text('breaches.takeDraft', { language: languages[languageNow].name })}
            </Button>
          </Group>
        )}
        {failure && <Notice kind="failed">{failure}</Notice>}
        <Group>
          <Button type="submit" variant={isAuthorityNext(breach) ? 'filled' : 'default'} loading={isBusy}>
            {text('breaches.sendAuthority')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Says that the settings hold no address of this authority, and leads on: hours are left, and the field is required. */
function NoAddress() {
  const text = useText()
  const user = useUser()
  return (
    <Group component="span" gap="10px 20px" mt="xs">
      <Group component="span" w="100%" gap={6} wrap="nowrap" c="var(--pending)" fw={600}>
        <IconAlertTriangle size={18} style={{ flex: 'none' }} aria-hidden /> {text('breaches.noAddress')}
      </Group>{' '}
      {user && hasDuty(user, 'settings') && (
        <Link to={`${paths.settings.to({})}#settings-privacy`}>{text('breaches.enterAddress')}</Link>
      )}
      <a href={`#${BREACH_STEPS}`}>{text('breaches.toldOnWebsite')}</a>
    </Group>
  )
}
