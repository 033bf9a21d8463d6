import { Button, Checkbox, Group, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { useForm } from '@mantine/form'
import { type Breach, BreachFacts, breachCalls } from '@petsetu/contract/people/breaches.ts'
import type { Input } from '@petsetu/contract/platform/call.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useText } from '../../../../platform/languages/use-text.tsx'
import { request } from '../../../../platform/lib/requests/request.ts'
import { Notice } from '../../../../platform/ui/feedback/notice.tsx'
import { showSuccess } from '../../../../platform/ui/feedback/toast.ts'
import { schemaErrors } from '../../../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../../platform/ui/form/use-submit.ts'
import { Panel } from '../../../../platform/ui/layout/panel.tsx'
import { instantOf, typedInstant } from './breach-clock.tsx'

type Body = Input<typeof breachCalls.update>['body']

const errorsOf = schemaErrors(BreachFacts)

const LONG_FIELDS = {
  happened: 'breaches.happened',
  consequences: 'breaches.consequences',
  measures: 'breaches.measures',
  advice: 'breaches.advice',
} as const satisfies Record<string, PlainId>

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
  const { title, happened, occurred, kinds, consequences, measures, advice } = breach
  const form = useForm({
    initialValues: {
      title,
      happened,
      occurred,
      kinds,
      consequences,
      measures,
      advice,
      noticed_at: typedInstant(breach.noticed_at),
      from_day: breach.from_day ?? '',
      to_day: breach.to_day ?? '',
    },
    validate: (values) => errorsOf({ ...values, noticed_at: instantOf(values.noticed_at) }),
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('breaches.failed'), async (values) => {
    await save({ ...values, noticed_at: instantOf(values.noticed_at), version: breach.version })
    showSuccess(text('breaches.saved'))
  })
  const long = (name: keyof typeof LONG_FIELDS, hint?: string) => (
    <Textarea
      label={text(LONG_FIELDS[name])}
      description={hint}
      rows={3}
      maxLength={4_000}
      required={name === 'happened'}
      {...form.getInputProps(name)}
    />
  )
  return (
    <Panel title={text('breaches.facts')} form={formProps}>
      <TextInput label={text('breaches.title')} maxLength={200} required {...form.getInputProps('title')} />
      {long('happened')}
      <SimpleGrid minColWidth="min(220px, 100%)" autoFlow="auto-fit">
        <TextInput label={text('breaches.occurred')} maxLength={200} {...form.getInputProps('occurred')} />
        <TextInput
          label={text('breaches.noticed')}
          type="datetime-local"
          required
          {...form.getInputProps('noticed_at')}
        />
      </SimpleGrid>
      <Checkbox.Group
        label={text('breaches.kinds')}
        description={text('breaches.kindsHint')}
        {...form.getInputProps('kinds')}
      >
        <Stack gap="sm">
          {breach.offered.map(({ kind, label }) => (
            <Checkbox key={kind} value={kind} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      <SimpleGrid minColWidth="min(220px, 100%)" autoFlow="auto-fit">
        <TextInput label={text('breaches.fromDay')} type="date" {...form.getInputProps('from_day')} />
        <TextInput label={text('breaches.toDay')} type="date" {...form.getInputProps('to_day')} />
      </SimpleGrid>
      {long('consequences')}
      {long('measures')}
      {long('advice', text('breaches.adviceHint'))}
      {failure && <Notice kind="failed">{failure}</Notice>}
      <Group>
        <Button type="submit" loading={isBusy}>
          {text('breaches.save')}
        </Button>
      </Group>
    </Panel>
  )
}
