import type { DB } from '../../../platform/db/types.ts'
import { ACCOUNT_TABLES } from './account-tables.ts'
import type { TableData } from './columns.ts'
import { COMPLAINT_TABLES } from './complaint-tables.ts'
import { MONEY_TABLES } from './money-tables.ts'
import { OFFICE_TABLES } from './office-tables.ts'
import { PET_TABLES } from './pet-tables.ts'

/**
 * Each column of each table: personal or not, which row of the list on /privacy it belongs to, whether its person gets it in a copy, and what
 * an erasure does to it. `registry.test.ts` fails for a column that is missing here, and for one that behaves differently.
 */
export const REGISTRY: Record<keyof DB, TableData> = {
  ...ACCOUNT_TABLES,
  ...PET_TABLES,
  ...COMPLAINT_TABLES,
  ...MONEY_TABLES,
  ...OFFICE_TABLES,
}
