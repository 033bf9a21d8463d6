import type { Config } from './config.ts'
import type { KeptCounts } from './db/kept-counts.ts'
import type { Db } from './db/pool.ts'
import type { LoadGate } from './http/load-gate.ts'
import type { Person } from './http/person.ts'
import type { Throttles } from './http/throttles.ts'
import type { Provider } from './payments/provider.ts'

/** What features may be handed. */
export type Deps = {
  db: Db
  counts: KeptCounts
  config: Config
  provider: Provider
  throttles: Throttles
  gate: LoadGate
  /** The person behind a bearer token, or null where the token is unknown, expired or its account is gone. */
  findPerson: (token: string) => Promise<Person | null>
}
