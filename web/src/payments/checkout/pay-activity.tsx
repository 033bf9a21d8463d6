import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { FormButton } from '../../platform/public-form/form-card.tsx'
import { payFlow, usePayState } from './pay-flow.ts'
import { PURPOSE_RULES } from './purposes.ts'

/** The step in progress, with a button to cancel it while nothing is paid. */
export function PayActivity({ purpose }: { purpose: Purpose }) {
  const text = useText()
  const { activity } = usePayState(purpose)
  const said = activity && activity !== 'checkout' && PURPOSE_RULES[purpose].activity?.[activity]
  return (
    <>
      <p role="status" style={{ margin: 0 }} hidden={!said}>
        {said && text(said)}
      </p>
      {(activity === 'create' || activity === 'order') && (
        <FormButton type="button" isSide style={{ justifySelf: 'start' }} onClick={() => payFlow(purpose).cancel()}>
          {text('checkout.cancel')}
        </FormButton>
      )}
    </>
  )
}
