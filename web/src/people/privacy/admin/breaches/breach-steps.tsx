import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type Breach, type BreachStep, BreachStepForm, breachCalls } from '@petsetu/contract/people/breaches.ts'
import type { Input } from '@petsetu/contract/platform/call.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { formatLongTime } from '../../../../platform/languages/page-formats.ts'
import { useText } from '../../../../platform/languages/use-text.tsx'
import { request } from '../../../../platform/lib/requests/request.ts'
import { useDraftedForm } from '../../../../platform/lib/use-drafted-form.ts'
import { Notice } from '../../../../platform/ui/feedback/notice.tsx'
import { schemaErrors } from '../../../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../../platform/ui/form/use-submit.ts'
import card from '../../../../platform/ui/layout/card.module.css'
import { useOwnDraft } from '../../../auth/use-own-draft.ts'
import classes from './breaches.module.css'
import { instantOf, typedInstant } from './typed-instant.ts'

const KINDS: Record<BreachStep['kind'], PlainId> = {
  note: 'breaches.note',
  'team-told': 'breaches.teamTold',
  'board-told': 'breaches.boardTold',
  'letters-sent': 'breaches.lettersSent',
  closed: 'breaches.closed',
}

/** The steps that were taken, in order of time, and the form for another one. */
export function BreachSteps({ breach }: { breach: Breach }) {
  const text = useText()
  return (
    <section className={`${card.card} ${classes.part}`} aria-label={text('breaches.steps')}>
      <h2>{text('breaches.steps')}</h2>
      {breach.steps.length === 0 && <p className={classes.hint}>{text('breaches.noSteps')}</p>}
      <ol className={classes.steps}>
        {breach.steps.map(({ id, kind, at, text: words, by }) => (
          <li key={id}>
            <strong>{text(KINDS[kind])}</strong>
            <p>{words}</p>
            <p className={classes.hint}>
              {text('breaches.stepBy', { time: formatLongTime(at), name: by ?? text('breaches.somebody') })}
            </p>
          </li>
        ))}
      </ol>
      {!breach.closed_at && <StepForm key={breach.steps.length} id={breach.id} />}
    </section>
  )
}

type Body = Input<typeof breachCalls.addStep>['body']

const errorsOf = schemaErrors(BreachStepForm)

function StepForm({ id }: { id: number }) {
  const text = useText()
  const params = { id: String(id) }
  const { save } = useSave({
    call: breachCalls.addStep,
    params,
    send: (body: Body, options) => request(breachCalls.addStep, { params, body, ...options }),
    invalidates: [breachCalls.read, breachCalls.list],
  })
  const { form, forgetDraft } = useDraftedForm({
    initial: { kind: 'note', at: typedInstant(new Date().toISOString()), text: '' },
    draft: useOwnDraft(`breach-step-${id}`),
    errorsOf: (values) => errorsOf({ ...values, at: instantOf(values.at) }),
    checksOnBlur: false,
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('breaches.failed'), async (values) => {
    const { kind, at, text: words } = BreachStepForm.parse({ ...values, at: instantOf(values.at) })
    await forgetDraft()
    await save({ kind, at, text: words })
  })
  return (
    <form {...formProps} className={classes.kinds} aria-label={text('breaches.addStep')}>
      <div className={classes.two}>
        <NativeSelect
          label={text('breaches.stepKind')}
          data={(['note', 'team-told', 'board-told'] as const).map((value) => ({ value, label: text(KINDS[value]) }))}
          {...form.getInputProps('kind')}
        />
        <TextInput label={text('breaches.stepAt')} type="datetime-local" required {...form.getInputProps('at')} />
      </div>
      <Textarea label={text('breaches.stepText')} rows={2} maxLength={4_000} required {...form.getInputProps('text')} />
      {failure && <Notice kind="failed">{failure}</Notice>}
      <div className={classes.buttons}>
        <Button type="submit" variant="default" loading={isBusy}>
          {text('breaches.addStep')}
        </Button>
      </div>
    </form>
  )
}
