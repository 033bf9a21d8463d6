import type { Throttles } from './limits.ts'
import type { FoundationDetails } from './office/settings/foundation-store.ts'
import type { Provider } from './payments/provider/gateway.ts'
import type { Config } from './platform/config/config.ts'
import type { Counters } from './platform/db/counters.ts'
import type { Db } from './platform/db/pool.ts'
import type { LoadShedding } from './platform/http/limits/load-shedding.ts'
import type { Person } from './platform/http/routing/person.ts'
import type { EnqueueMail } from './platform/mail/outbox.ts'

export type Deps = {
  db: Db
  counters: Counters
  config: Config
  /** The settings of the foundation as they hold now. Ask at each use: admins change them while the program runs. */
  foundation: () => FoundationDetails
  /** The addresses at which the browser meets the payment provider. Its keys are for the payments only. */
  provider: Pick<Provider, 'apiUrl' | 'checkoutUrl'>
  throttles: Throttles
  loadShedding: LoadShedding
  enqueueMail: EnqueueMail
  /** Encrypts what the database must not hold in the clear. */
  secretKey: Buffer
  /**
   * The person whose session the bearer token belongs to; null if the token is unknown or expired, or its account was deleted.
   */
  findPerson: (token: string) => Promise<Person | null>
}
