import { Button, CloseButton } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import type { Plan, PlanForm as PlanBody } from '@petsetu/contract/plans.ts'
import { useOwnDraft } from '../auth/use-own-draft.ts'
import { useText } from '../languages/use-text.tsx'
import { useDraftedForm } from '../lib/use-drafted-form.ts'
import { useLeave } from '../lib/use-leave.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { ChangedMeanwhile } from '../ui/form/changed-meanwhile.tsx'
import classes from '../ui/form/form-page.module.css'
import { keepFocus } from '../ui/form/keep-focus.ts'
import { useConflict } from '../ui/form/use-conflict.ts'
import { useSubmit } from '../ui/form/use-submit.ts'
import card from '../ui/layout/card.module.css'
import { PlanFields } from './plan-fields.tsx'
import styles from './plan-form.module.css'
import { PlanTranslations } from './plan-translations.tsx'
import { errorsOf, type PlanValues, planLabels, planOf, planValuesOf } from './plan-values.ts'

type Props = {
  initial: PlanValues
  /** The version of the plan that `initial` shows; null for a new one. */
  version?: number | null
  draftName: string
  /** `version` is the one that the changes are based on. Rejects with a `CallError` if saving fails; the input is then kept. */
  onSave: (plan: PlanBody, version: number | undefined) => Promise<unknown>
}

/** The form for new and existing plans. Saving and cancelling both lead back to the list. */
export function PlanEditor({ initial, version = null, draftName, onSave }: Props) {
  const text = useText()
  const draft = useOwnDraft(draftName)
  const drafted = useDraftedForm({ initial, draft, version, errorsOf })
  const { form, isRestored, baseVersion, rebase, forgetDraft } = drafted
  const conflict = useConflict({ form, rebase, valuesOf: (plan: Plan) => planValuesOf(plan) })
  const leaveTo = useLeave()

  async function leave() {
    await forgetDraft()
    await leaveTo(paths.plans.to({}))
  }

  const { formProps, isBusy, failure, forgetFailure } = useSubmit(form, text('plans.saveFailed'), async (values) => {
    const save = () => onSave(planOf(values), Number(baseVersion()) || undefined)
    if ((await conflict.saveOrCompare(values, save)) !== null) await leave()
  })

  return (
    <form {...formProps} className={classes.form}>
      {failure && (
        <Notice kind="failed" takesFocus>
          <div className={styles.banner}>
            {failure}
            <CloseButton aria-label={text('controls.closeMessage')} onClick={forgetFailure} />
          </div>
        </Notice>
      )}
      {conflict.shown && <ChangedMeanwhile labels={planLabels(text)} {...conflict.shown} />}
      {isRestored && <Notice kind="info">{text('forms.restored')}</Notice>}
      <div className={`${card.card} ${classes.fields}`}>
        <PlanFields form={form} />
        <PlanTranslations form={form} />
      </div>
      <div className={classes.buttons}>
        <Button variant="default" disabled={isBusy} onMouseDown={keepFocus} onClick={leave}>
          {text('controls.cancel')}
        </Button>
        <Button type="submit" disabled={isBusy} onMouseDown={keepFocus}>
          {isBusy ? text('plans.saving') : text('plans.save')}
        </Button>
      </div>
    </form>
  )
}
