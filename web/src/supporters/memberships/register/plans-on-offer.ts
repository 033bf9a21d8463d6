import type { Plan, PlanCategory } from '@petsetu/contract/supporters/plans.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useEffect, useState } from 'react'
import { CallError } from '../../../platform/lib/request.ts'
import { requestData } from '../../../platform/lib/request-data.ts'
import { PLAN_CALLS } from '../../../shared/plan-calls.ts'

export type PlansOnOffer = {
  /** Cheapest first; null while they are not known. */
  offered: Plan[] | null
  /** Why they are not known. */
  failure: PlainId
  isLoading: boolean
  reload: () => Promise<void>
}

/** The plans for sale. The browser asks for them where the server could not read them, and again after a change. */
export function usePlansOnOffer(category: PlanCategory, rendered: Plan[] | null): PlansOnOffer {
  const [offered, setOffered] = useState(rendered)
  const [failure, setFailure] = useState<PlainId>('registration.plansFailed')
  const [isLoading, setLoading] = useState(false)

  async function reload() {
    setLoading(true)
    try {
      setOffered((await requestData(PLAN_CALLS[category], {})).plans)
    } catch (error) {
      const isAnswered = error instanceof CallError && error.status > 0
      setFailure(isAnswered ? 'registration.plansFailed' : 'registration.noServer')
    } finally {
      setLoading(false)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes over what the server has rendered.
  useEffect(() => {
    if (rendered === null) void reload()
  }, [])

  return { offered, failure, isLoading, reload }
}
