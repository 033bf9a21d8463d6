import { Button, CloseButton } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import type { PlanForm as PlanBody } from '@petsetu/contract/plans.ts'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { CallError, messageOf } from '../lib/request.ts'
import { useBusy } from '../lib/use-busy.ts'
import { useDraftedForm } from '../lib/use-drafted-form.ts'
import card from '../ui/card.module.css'
import { focusFirstError } from '../ui/focus-first-error.ts'
import { keepFocus } from '../ui/keep-focus.ts'
import { Notice } from '../ui/notice.tsx'
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
  const [failure, setFailure] = useState<string | null>(null)
  const element = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()

  function leave() {
    forgetDraft()
    return navigate(paths.plans.to({}))
  }

  const [save, isSaving] = useBusy(async (values: PlanValues) => {
    setFailure(null)
    try {
      await onSave(planOf(values))
      await leave()
    } catch (error) {
      setFailure(messageOf(error, 'Failed to save membership plan. Please try again.'))
      if (!(error instanceof CallError)) return
      form.setErrors(error.fields)
      focusFirstError(element.current, error.fields)
    }
  })

  return (
    <form
      ref={element}
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(save, (errors) => focusFirstError(element.current, errors))}
    >
      {failure && (
        <Notice kind="failed" takesFocus>
          <div className={classes.banner}>
            {failure}
            <CloseButton aria-label="Close this message" onClick={() => setFailure(null)} />
          </div>
        </Notice>
      )}
      {isRestored && <Notice kind="info">What you had typed before is back. Cancel clears it.</Notice>}
      <div className={`${card.card} ${classes.fields}`}>
        <PlanFields form={form} />
      </div>
      <div className={classes.buttons}>
        <Button variant="default" disabled={isSaving} onMouseDown={keepFocus} onClick={leave}>
          Cancel
        </Button>
        <Button type="submit" disabled={isSaving} onMouseDown={keepFocus}>
          {isSaving ? 'Saving...' : 'Save Plan'}
        </Button>
      </div>
    </form>
  )
}
