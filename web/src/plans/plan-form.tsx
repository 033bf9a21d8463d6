import { Button, CloseButton } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import type { PlanForm as PlanBody } from '@petsetu/contract/plans.ts'
import { useNavigate } from 'react-router'
import { useDraftedForm } from '../lib/use-drafted-form.ts'
import card from '../ui/card.module.css'
import { keepFocus } from '../ui/keep-focus.ts'
import { Notice } from '../ui/notice.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { PlanFields } from './plan-fields.tsx'
import classes from './plan-form.module.css'
import { errorsOf, type PlanValues, planOf } from './plan-values.ts'

type Props = {
  initial: PlanValues
  draftName: string | null
  /** Rejects with a `CallError` when saving failed; everything typed then stays. */
  onSave: (plan: PlanBody) => Promise<unknown>
}

/** The one form for a plan; saving and cancelling both lead back to the list. */
export function PlanForm({ initial, draftName, onSave }: Props) {
  const { form, isRestored, forgetDraft } = useDraftedForm({ initial, draftName, errorsOf })
  const navigate = useNavigate()

  function leave() {
    forgetDraft()
    return navigate(paths.plans.to({}))
  }

  const failureText = 'Failed to save membership plan. Please try again.'
  const { formProps, isBusy, failure, forgetFailure } = useSubmit(form, failureText, async (values) => {
    await onSave(planOf(values))
    await leave()
  })

  return (
    <form {...formProps} className={classes.form}>
      {failure && (
        <Notice kind="failed" takesFocus>
          <div className={classes.banner}>
            {failure}
            <CloseButton aria-label="Close this message" onClick={forgetFailure} />
          </div>
        </Notice>
      )}
      {isRestored && <Notice kind="info">What you had typed before is back. Cancel clears it.</Notice>}
      <div className={`${card.card} ${classes.fields}`}>
        <PlanFields form={form} />
      </div>
      <div className={classes.buttons}>
        <Button variant="default" disabled={isBusy} onMouseDown={keepFocus} onClick={leave}>
          Cancel
        </Button>
        <Button type="submit" disabled={isBusy} onMouseDown={keepFocus}>
          {isBusy ? 'Saving...' : 'Save Plan'}
        </Button>
      </div>
    </form>
  )
}
