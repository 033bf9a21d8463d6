import { Button } from '@mantine/core'
import type { Purpose } from '@petsetu/contract/purposes.ts'
import { payFlow, usePayState } from './pay-flow.ts'
import { PURPOSE_RULES } from './purposes.ts'

/** The step in progress, with a button to cancel it while nothing is paid. */
export function PayActivity({ purpose }: { purpose: Purpose }) {
  const { activity } = usePayState(purpose)
  const text = activity && activity !== 'checkout' ? PURPOSE_RULES[purpose].activity[activity] : ''
  return (
    <>
      <p role="status" style={{ margin: 0 }} hidden={text === ''}>
        {text}
      </p>
      {(activity === 'create' || activity === 'order') && (
        <Button variant="default" style={{ justifySelf: 'start' }} onClick={() => payFlow(purpose).cancel()}>
          Cancel
        </Button>
      )}
    </>
  )
}
