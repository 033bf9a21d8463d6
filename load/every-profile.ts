import { afterAll, inject } from 'vitest'
import { hasRow, keepMissing } from './rows.ts'

/** A profile that broke off stands in the table, too: what was not measured was not reached. */
afterAll(async (_, file) => {
  if (!hasRow()) await keepMissing(inject('rowsFile'), file.name)
})
