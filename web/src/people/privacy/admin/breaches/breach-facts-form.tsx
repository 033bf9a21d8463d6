import { Button, Checkbox, Group, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { BREACH_WORDS_MAX, type Breach, BreachFacts, breachCalls } from '@petsetu/contract/people/breaches.ts'
import type { Input } from '@petsetu/contract/platform/call.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { type ReactNode, useState } from 'react'
import { formatLongDay, formatLongTime } from '../../../../platform/languages/page-formats.ts'
import { useText } from '../../../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../../../platform/lib/drafts/use-drafted-form.ts'
import { request } from '../../../../platform/lib/requests/request.ts'
import { Notice } from '../../../../platform/ui/feedback/notice.tsx'
import { failWithToast, showSuccess } from '../../../../platform/ui/feedback/toast.ts'
import { DayInput } from '../../../../platform/ui/fields/day-input.tsx'
import { ChangedMeanwhile, useConflict } from '../../../../platform/ui/form/changed-meanwhile.tsx'
import { schemaErrors } from '../../../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../../platform/ui/form/use-submit.ts'
import { PlainList } from '../../../../platform/ui/layout/card-parts.tsx'
import { Panel } from '../../../../platform/ui/layout/panel.tsx'
import fold from '../../../../platform/ui/layout/unfolds.module.css'
import { useOwnDraft } from '../../../auth/use-own-draft.ts'
import { instantOf, typedInstant } from './breach-clock.tsx'

type Body = Input<typeof breachCalls.update>['body']

const errorsOf = schemaErrors(BreachFacts)

const LONG_FIELDS = {
  happened: 'breaches.happened',
  consequences: 'breaches.consequences',
  measures: 'breaches.measures',
  advice: 'breaches.advice',
} as const satisfies Record<string, PlainId>

const SHORT_FIELDS = {
  title: 'breaches.title',
  occurred: 'breaches.occurred',
  noticed_at: 'breaches.noticed',
  kinds: 'breaches.kinds',
  from_day: 'breaches.fromDay',
  to_day: 'breaches.toDay',
} as const satisfies Record<string, PlainId>

/** `kinds` is a list, separated by line breaks, and `noticed_at` a time in India. */
type Values = Record<keyof typeof LONG_FIELDS | keyof typeof SHORT_FIELDS, string>

const listOf = (text: string) => text.split('\n').filter(Boolean)

function valuesOf(breach: Breach): Values {
  const { title, happened, occurred, consequences, measures, advice } = breach
  return {
    title,
    happened,
    occurred,
    consequences,
    measures,
    advice,
    kinds: breach.kinds.join('\n'),
    noticed_at: typedInstant(breach.noticed_at),
    from_day: breach.from_day ?? '',
    to_day: breach.to_day ?? '',
  }
}

const factsOf = (values: Values) => ({
  ...values,
  kinds: listOf(values.kinds),
  noticed_at: instantOf(values.noticed_at),
})

function labelsOf(text: Translate): Values {
  const ids: Record<keyof Values, PlainId> = { ...SHORT_FIELDS, ...LONG_FIELDS }
  return Object.fromEntries(Object.entries(ids).map(([field, id]) => [field, text(id)])) as Values
}

/** A value of the form as a person reads it. */
function described(field: string, value: string, offered: Breach['offered']): string {
  if (field === 'noticed_at') return formatLongTime(instantOf(value))
  if (field === 'from_day' || field === 'to_day') return formatLongDay(value)
  if (field !== 'kinds') return value
  const chosen = offered.filter(({ kind }) => listOf(value).includes(kind))
  return chosen.map(({ label }) => label).join(', ')
}

/** Changes what is known of a breach. The drafts of the letters are made of it. */
export function BreachFactsForm({ breach }: { breach: Breach }) {
  const text = useText()
  const params = { id: String(breach.id) }
  const { save } = useSave({
    call: breachCalls.update,
    send: (body: Body) => request(breachCalls.update, { params, body }),
    rowOf: () => breach.id,
    invalidates: [breachCalls.read, breachCalls.list, breachCalls.drafts],
  })
  const drafted = useDraftedForm({
    initial: valuesOf(breach),
    draft: useOwnDraft(`breach-facts-${breach.id}`),
    version: breach.version,
    errorsOf: (values) => errorsOf(factsOf(values)),
    checksOnBlur: false,
  })
  const { form, isRestored, startFrom, forgetDraft } = drafted
  const conflict = useConflict({ ...drafted, valuesOf: (stored: Breach) => valuesOf(stored) })
  const { formProps, isBusy, failure } = useSubmit(form, text('breaches.failed'), async (values) => {
    const send = (version: number | undefined) => save({ ...factsOf(values), version })
    const saved = await conflict.saveOrCompare(values, send).catch(failWithToast('breach_closed'))
    if (saved === null) return
    startFrom(valuesOf(saved.reply.data), saved.reply.data.version)
    await forgetDraft()
    showSuccess(text('breaches.saved'))
  })
  const long = (name: keyof typeof LONG_FIELDS, hint?: string) => (
    <Textarea
      label={text(LONG_FIELDS[name])}
      description={hint}
      rows={3}
      maxLength={BREACH_WORDS_MAX}
      required={name === 'happened'}
      {...form.getInputProps(name)}
    />
  )
  return (
    <Panel title={text('breaches.facts')} form={formProps}>
      {conflict.shown && (
        <ChangedMeanwhile
          labels={labelsOf(text)}
          describe={(field, value) => described(field, value, breach.offered)}
          {...conflict.shown}
        />
      )}
      {isRestored && <Notice kind="info">{text('forms.restored')}</Notice>}
      <TextInput label={text('breaches.title')} maxLength={200} required {...form.getInputProps('title')} />
      {long('happened')}
      <SimpleGrid minColWidth="min(220px, 100%)" autoFlow="auto-fit">
        <TextInput label={text('breaches.occurred')} maxLength={200} {...form.getInputProps('occurred')} />
        <DayInput label={text('breaches.noticed')} withTime required {...form.getInputProps('noticed_at')} />
      </SimpleGrid>
      <KindsField
        breach={breach}
        value={listOf(form.getValues().kinds)}
        error={form.errors.kinds}
        onChange={(kinds) => form.setFieldValue('kinds', kinds.join('\n'))}
      />
      <SimpleGrid minColWidth="min(180px, 100%)" autoFlow="auto-fit">
        <DayInput label={text('breaches.fromDay')} {...form.getInputProps('from_day')} />
        <DayInput label={text('breaches.toDay')} {...form.getInputProps('to_day')} />
      </SimpleGrid>
      {long('consequences')}
      {long('measures')}
      {long('advice', text('breaches.adviceHint'))}
      {failure && <Notice kind="failed">{failure}</Notice>}
      <Group>
        <Button type="submit" variant="default" loading={isBusy}>
          {text('breaches.save')}
        </Button>
      </Group>
    </Panel>
  )
}

type KindsProps = { breach: Breach; value: string[]; error: ReactNode; onChange: (kinds: string[]) => void }

/**
 * The kinds of data that got out. They are many long sentences: a breach that has some names these, and the list of all kinds, which
 * begins with the saved ones, unfolds.
 */
function KindsField({ breach: { offered, kinds: saved }, value, error, onChange }: KindsProps) {
  const text = useText()
  const chosen = offered.filter(({ kind }) => value.includes(kind))
  const [isOpen, setOpen] = useState(chosen.length === 0)
  const isShown = isOpen || Boolean(error)
  const isSaved = ({ kind }: Breach['offered'][number]) => saved.includes(kind)
  const savedFirst = [...offered].sort((one, other) => Number(isSaved(other)) - Number(isSaved(one)))
  return (
    <Checkbox.Group
      label={text('breaches.kinds')}
      description={text('breaches.kindsHint')}
      error={error}
      value={value}
      onChange={onChange}
    >
      <details open={isShown} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={fold.unfolds}>
          {text('breaches.kindsChosen', { chosen: formatCount(chosen.length), all: formatCount(offered.length) })}
        </summary>
        <Stack gap="sm">
          {savedFirst.map(({ kind, label }) => (
            <Checkbox key={kind} value={kind} label={label} />
          ))}
        </Stack>
      </details>
      {!isShown && (
        <PlainList gap="xs">
          {chosen.map(({ kind, label }) => (
            <li key={kind}>{label}</li>
          ))}
        </PlainList>
      )}
    </Checkbox.Group>
  )
}
