import { z } from 'zod'
import type { NeededDuty } from '../people/duties.ts'
import { call } from './call.ts'

type CsvCall = { path: string; duty: NeededDuty; summary: string; params?: z.ZodObject; query?: z.ZodObject }

/** A list that admins download as CSV. Its rows are read with those of other lists and reports, four at once on a node. */
export function csvCall<const C extends CsvCall>(definition: C) {
  return call({
    method: 'GET',
    access: 'admin',
    priority: 'low',
    maxConcurrent: 4,
    file: 'text/csv',
    reply: z.string(),
    ...definition,
  })
}
