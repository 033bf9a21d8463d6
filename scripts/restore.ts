// `npm run restore -- --from FOLDER [--complete] [--erasures FILE] [--incomplete] [--despite-age]`: puts a back-up into an empty data folder, or an empty database at DATABASE_URL.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ERASURES_FILE, type Erasure, parseErasures } from '../server/src/people/privacy/erasing/erasures.ts'
import { type Config, readConfig } from '../server/src/platform/config/config.ts'
import { findDatabase } from '../server/src/platform/db/database.ts'
import { openOwnerPool } from '../server/src/platform/db/pool.ts'
import { checkDatabase } from '../server/src/platform/db/prepare-database.ts'
import { openFileDriver } from '../server/src/platform/files/file-store.ts'
import {
  checkedManifest,
  isOlderThanErasures,
  type Manifest,
  rejectUnsafe,
} from '../server/src/site/backup/manifest.ts'
import { LEFT_OUT, restore } from '../server/src/site/backup/restore.ts'
import { commandLog, readArguments, runCommand, UsageError } from './run-command.ts'

const USAGE =
  'Usage: npm run restore -- --from FOLDER [--complete] [--erasures FILE] [--incomplete] [--despite-age]. FOLDER was written by npm run backup; --complete says that the program had been stopped before. FILE lists erasures that are not in erasures.json beside FOLDER: DATA_DIR/attachments/erasures.json of the data folder that is restored. The last two take a back-up that lacks attachments, or is older than the list of erasures.'

await runCommand(async () => {
  const options = {
    from: { type: 'string' },
    erasures: { type: 'string' },
    complete: { type: 'boolean' },
    incomplete: { type: 'boolean' },
    'despite-age': { type: 'boolean' },
  } as const
  const { from, complete = false, erasures: list, ...accepted } = readArguments(options, USAGE)
  if (!from) throw new UsageError(USAGE)
  const folder = path.resolve(from)
  const config = readConfig(process.env)
  const manifest = await checkedManifest(folder)
  rejectUnsafe(folder, manifest, accepted)
  const erasures = list === undefined ? [] : parseErasures(await readFile(path.resolve(list), 'utf8'), list)
  const erased = await restoreInto(config, { folder, manifest, isComplete: complete, erasures })
  if (isOlderThanErasures(manifest.madeAt))
    console.log('People who were erased may be back, because this back-up is older than the list of erasures reaches.')
  const isListed =
    list !== undefined || config.objectStore !== null || existsSync(path.join(folder, '..', ERASURES_FILE))
  if (!complete && !isListed)
    console.log(
      `People who were erased may be back, because there is no list of erasures: neither ${ERASURES_FILE} beside ${folder}, nor one that --erasures names.`,
    )
  if (erased > 0) console.log(`What ${erased} persons had erased after the back-up is erased again.`)
  console.log(
    `Restored ${folder}, made ${manifest.madeAt}. Everybody has to log in again. Start the program with the same settings: npm start`,
  )
  if (!complete)
    console.log(
      `Receipts and references go on ${LEFT_OUT} numbers higher, because some may have been given out after the back-up. Write that into your books.`,
    )
})

type Chosen = { folder: string; manifest: Manifest; isComplete: boolean; erasures: Erasure[] }

async function restoreInto(config: Config, chosen: Chosen): Promise<number> {
  const database = await findDatabase(config, 'empty')
  const owner = openOwnerPool(database.ownerUrl)
  try {
    await checkDatabase(database.ownerSetting, owner)
    const incoming = path.join(config.dataDir, 'attachments/incoming')
    const erased = await restore(owner, await openFileDriver(config, commandLog()), { ...chosen, incoming })
    await owner.end()
    await database.close()
    return erased
  } catch (error) {
    await owner.end()
    // Leaves the data folder empty, as it was.
    await database.discard()
    throw error
  }
}
