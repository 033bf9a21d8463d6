import { factorCalls } from '@petsetu/contract/factors.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../languages/use-text.tsx'
import { callQuery } from '../../lib/call-query.ts'
import { sharedByPage } from '../../lib/first-data.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { TableSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorIsOn } from './second-factor-is-on.tsx'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'

export const secondFactorQuery = sharedByPage(callQuery(factorCalls.read, {}))

/** Sets up, shows and switches off the second factor of one's own account. */
export function SecondFactor({ username }: { username: string }) {
  const text = useText()
  const state = useQuery(secondFactorQuery)
  const [codes, setCodes] = useState<string[] | null>(null)

  // Shown once, whatever happens to the state meanwhile.
  if (codes) return <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />
  if (state.isPending) return <TableSkeleton rows={2} />
  if (state.isError) return <ErrorBox message={text('secondFactor.loadFailed')} onRetry={state.refetch} />
  const { enabled_at: since, recovery_codes_left: codesLeft, is_required: isRequired } = state.data.data
  const props = { username, onCodes: setCodes, onChanged: state.refetch }
  return since ? (
    <SecondFactorIsOn since={since} codesLeft={codesLeft} {...props} />
  ) : (
    <SetUpSecondFactor isRequired={isRequired} {...props} />
  )
}
