import { planCalls } from '@petsetu/contract/supporters/plans.ts'

/** The call for the plans of each category that are for sale. */
export const PLAN_CALLS = { regular: planCalls.listRegular, premium: planCalls.listPremium }
