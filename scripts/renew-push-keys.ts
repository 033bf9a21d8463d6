// `npm run renew-push-keys -- --yes`: replaces the keys with which the program names itself to push services.

import { renewPushKeys } from '../server/src/people/push/push-keys.ts'
import { loadSecretKey } from '../server/src/platform/files/secret-key.ts'
import { readArguments, runOnDatabase, UsageError } from './run-command.ts'

const USAGE = `Usage: npm run renew-push-keys -- --yes

Makes new keys for notices, after the old ones may have become known, or when SECRET_KEY is lost. Every browser gave its address for
the old keys: none gets a notice any more until its owner switches notices on again. The program may run meanwhile.`

await runOnDatabase(async ({ db }, config) => {
  const { yes } = readArguments({ yes: { type: 'boolean' } }, USAGE)
  if (!yes) throw new UsageError(USAGE)
  const count = await renewPushKeys({ db, secretKey: await loadSecretKey(config) })
  return `The keys for notices are new. Browsers that have to be asked again: ${count}.`
})
