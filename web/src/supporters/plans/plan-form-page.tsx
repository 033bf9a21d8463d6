import {
  Box,
  Button,
  CloseButton,
  Group,
  Loader,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { paths } from '@petsetu/contract/paths.ts'
import { type Plan, type PlanForm as PlanBody, type PlanForm, planCalls } from '@petsetu/contract/supporters/plans.ts'
import { useQuery } from '@tanstack/react-query'
import { type ToggleEvent, useState } from 'react'
import { Link, useParams } from 'react-router'
import { useOwnDraft } from '../../people/auth/use-own-draft.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { useLeave } from '../../platform/lib/address/use-leave.ts'
import { useDraftedForm } from '../../platform/lib/drafts/use-drafted-form.ts'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { CallError, isMissing, request } from '../../platform/lib/requests/request.ts'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { ErrorBox } from '../../platform/ui/feedback/error-box.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { showSuccess } from '../../platform/ui/feedback/toast.ts'
import { choicesOf } from '../../platform/ui/fields/choices.ts'
import { ChangedMeanwhile, useConflict } from '../../platform/ui/form/changed-meanwhile.tsx'
import { FormBar } from '../../platform/ui/form/form-bar.tsx'
import classes from '../../platform/ui/form/form-page.module.css'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import { BackLink } from '../../platform/ui/layout/back-link.tsx'
import card from '../../platform/ui/layout/card.module.css'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import fold from '../../platform/ui/layout/unfolds.module.css'
import columns from './plan-form-page.module.css'
import { PlanPreview } from './plan-preview.tsx'
import {
  errorsOf,
  NEW_PLAN,
  PLAN_CATEGORIES,
  type PlanValues,
  planLabels,
  planOf,
  planValuesOf,
  TRANSLATED,
  TRANSLATIONS,
} from './plan-values.ts'

export function AddPlanPage() {
  const text = useText()
  const { save } = useSave({
    call: planCalls.create,
    send: (body: PlanForm, options) => request(planCalls.create, { body }, options),
    invalidates: [planCalls.listAll],
  })
  return (
    <>
      <BackLink to={paths.plans.to({})}>{text('plans.backToList')}</BackLink>
      <PageTitle>{text('titles.addPlan')}</PageTitle>
      <PlanEditor initial={NEW_PLAN} draftName="plan-new" onSave={save} />
    </>
  )
}

export function EditPlanPage() {
  const text = useText()
  const { id = '' } = useParams()
  const name = useQuery(planWith(id)).data?.data.plan.name
  return (
    <>
      <BackLink to={paths.plans.to({})}>{text('plans.backToList')}</BackLink>
      <PageTitle hint={name}>{text('titles.editPlan')}</PageTitle>
      <EditPlan key={id} id={id} />
    </>
  )
}

/** Never from the cache: a form filled with old values would overwrite newer ones. */
function planWith(id: string) {
  return { ...callQuery(planCalls.read, { params: { id } }), gcTime: 0, refetchOnWindowFocus: false }
}

function EditPlan({ id }: { id: string }) {
  const text = useText()
  const { save } = useSave({
    call: planCalls.update,
    send: (body: PlanForm & { version?: number | undefined }) => request(planCalls.update, { params: { id }, body }),
    invalidates: [planCalls.listAll],
  })
  const plan = useQuery(planWith(id))
  const skeleton = (
    <div role="status" aria-busy="true">
      <span className="visually-hidden">{text('firstLoad.loading')}</span>
      <Loader aria-hidden />
    </div>
  )
  return (
    <Loaded query={plan} skeleton={skeleton} failure={(error, retry) => <NoPlan error={error} onRetry={retry} />}>
      {({ data }) => (
        <PlanEditor
          initial={planValuesOf(data.plan)}
          version={data.plan.version}
          draftName={`plan-${id}`}
          onSave={(body, version) => save({ ...body, version })}
        />
      )}
    </Loaded>
  )
}

function NoPlan({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const text = useText()
  const back = (
    <Button component={Link} to={paths.plans.to({})} variant="subtle">
      {text('plans.backToList')}
    </Button>
  )
  if (!isOutOfReach(error)) {
    return (
      <ErrorBox message={text('plans.loadFailed')} onRetry={onRetry}>
        {back}
      </ErrorBox>
    )
  }
  return (
    <EmptyState picture="card" message={text('plans.missing')}>
      {back}
    </EmptyState>
  )
}

/** For an unknown or invalid number in the address, and for a plan that one may not change. */
function isOutOfReach(error: Error): boolean {
  return isMissing(error) || (error instanceof CallError && error.status === 403)
}

type Props = {
  initial: PlanValues
  /** The version of the plan that `initial` shows; null for a new one. */
  version?: number | null
  draftName: string
  /** `version` is the one that the changes are based on. Rejects with a `CallError` if saving fails; the input is then kept. */
  onSave: (plan: PlanBody, version: number | undefined) => Promise<unknown>
}

/** The form for new and existing plans. Saving and cancelling both lead back to the list. */
function PlanEditor({ initial, version = null, draftName, onSave }: Props) {
  const text = useText()
  const draft = useOwnDraft(draftName)
  const drafted = useDraftedForm({ initial, draft, version, errorsOf })
  const { form, isRestored, forgetDraft } = drafted
  const conflict = useConflict({ ...drafted, valuesOf: (plan: Plan) => planValuesOf(plan) })
  const leaveTo = useLeave()

  async function leave() {
    await forgetDraft()
    await leaveTo(paths.plans.to({}))
  }

  const { formProps, isBusy, failure, forgetFailure } = useSubmit(form, text('plans.saveFailed'), async (values) => {
    const saved = await conflict.saveOrCompare(values, (version) => onSave(planOf(values), version))
    if (saved === null) return
    showSuccess(text('plans.saved', { name: values.name.trim() }))
    await leave()
  })

  return (
    <div className={columns.columns}>
      <form {...formProps} className={classes.form}>
        {failure && (
          <Notice kind="failed" takesFocus>
            <Group justify="space-between" gap="sm" wrap="nowrap">
              {failure}
              <CloseButton aria-label={text('controls.closeMessage')} onClick={forgetFailure} />
            </Group>
          </Notice>
        )}
        {conflict.shown && <ChangedMeanwhile labels={planLabels(text)} {...conflict.shown} />}
        {isRestored && <Notice kind="info">{text('forms.restored')}</Notice>}
        <div className={`${card.card} ${classes.fields}`}>
          <PlanFields form={form} />
          <PlanTranslations form={form} />
          <FormBar save={text('plans.save')} saving={text('plans.saving')} isBusy={isBusy} onCancel={leave} />
        </div>
      </form>
      <PlanPreview values={form.values} />
    </div>
  )
}

function PlanFields({ form }: { form: UseFormReturnType<PlanValues> }) {
  const text = useText()
  const labels = planLabels(text)
  const categories = choicesOf(PLAN_CATEGORIES, text)
  return (
    <>
      <div className={classes.pair}>
        <TextInput label={labels.name} required {...form.getInputProps('name')} />
        <NativeSelect label={labels.category} required data={categories} {...form.getInputProps('category')} />
      </div>
      <div className={classes.pair} data-short-hints>
        <TextInput
          label={labels.duration_months}
          type="number"
          inputMode="numeric"
          min={1}
          step={1}
          required
          {...form.getInputProps('duration_months')}
        />
        <TextInput
          label={labels.price}
          description={text('plans.priceHint')}
          inputMode="decimal"
          required
          {...form.getInputProps('price')}
        />
      </div>
      <Textarea label={labels.description} rows={3} required {...form.getInputProps('description')} />
      <div className={classes.alone} data-short-hints>
        <Textarea
          label={labels.features}
          description={text('plans.featuresHint')}
          rows={5}
          required
          {...form.getInputProps('features')}
        />
      </div>
    </>
  )
}

const RULE = { borderTop: '1px solid var(--line)' } as const

/** The words of a plan in the other languages, folded away until somebody opens them, or one is there. */
function PlanTranslations({ form }: { form: UseFormReturnType<PlanValues> }) {
  const text = useText()
  const labels = planLabels(text)
  const [isOpen, setOpen] = useState(false)
  const isUsed = TRANSLATIONS.some((language) => TRANSLATED.some((word) => form.values[`${word}_${language}`] !== ''))
  const isShown = isOpen || isUsed
  return (
    <Box
      component="details"
      style={RULE}
      open={isShown}
      onToggle={({ currentTarget }: ToggleEvent<HTMLDetailsElement>) => setOpen(currentTarget.open)}
    >
      <Box component="summary" className={fold.unfolds ?? ''} w="auto" pt="md">
        {text('plans.translations')}
      </Box>
      {isShown && (
        <Stack gap="lg">
          <Text c="dimmed">{text('plans.translationsHint')}</Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="xl">
            {TRANSLATIONS.map((language) => (
              <Stack key={language} gap="var(--field-gap, 24px)">
                <TextInput
                  label={labels[`name_${language}`]}
                  lang={language}
                  {...form.getInputProps(`name_${language}`)}
                />
                <Textarea
                  label={labels[`description_${language}`]}
                  rows={2}
                  lang={language}
                  {...form.getInputProps(`description_${language}`)}
                />
                <Textarea
                  label={labels[`features_${language}`]}
                  rows={5}
                  lang={language}
                  {...form.getInputProps(`features_${language}`)}
                />
              </Stack>
            ))}
          </SimpleGrid>
        </Stack>
      )}
    </Box>
  )
}
