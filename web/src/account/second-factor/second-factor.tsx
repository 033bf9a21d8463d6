import { factorCalls } from '@petsetu/contract/factors.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../languages/use-text.tsx'
import { callQuery } from '../../lib/call-query.ts'
import { TableSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorIsOn } from './second-factor-is-on.tsx'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'

export const secondFactorQuery = callQuery(factorCalls.read, {})

/** Sets up, shows and switches off the second factor of one's own account. */
export function SecondFactor({ username }: { username: string }) {
  const text = useText()
  const state = useQuery(secondFactorQuery)
  const [codes, setCodes] = useState<string[] | null>(null)

  // Shown once, whatever happens to the state meanwhile.
  if (codes) return <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />
  const props = { username, onCodes: setCodes, onChanged: state.refetch }
  return (
    <Loaded query={state} skeleton={<TableSkeleton rows={2} />} failure={text('secondFactor.loadFailed')}>
      {({ data: { enabled_at: since, recovery_codes_left: codesLeft, is_required: isRequired } }) =>
        since ? (
          <SecondFactorIsOn since={since} codesLeft={codesLeft} {...props} />
        ) : (
          <SetUpSecondFactor isRequired={isRequired} {...props} />
        )
      }
    </Loaded>
  )
}
