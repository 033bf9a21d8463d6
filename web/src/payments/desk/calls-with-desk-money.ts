import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { cashSheetCalls } from '@petsetu/contract/payments/books.ts'
import { deskCalls } from '@petsetu/contract/payments/desk.ts'

/** The calls whose replies change when money is taken at the desk, or when its state changes. */
export const CALLS_WITH_DESK_MONEY = [
  deskCalls.list,
  deskCalls.subjects,
  deskCalls.cashToday,
  cashSheetCalls.read,
  reportCalls.payments,
]
