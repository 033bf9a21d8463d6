import { utimes } from 'node:fs/promises'
import path from 'node:path'
import { isAttached } from '../../../../server/src/complaints/complaint-files.ts'
import { diskDriver } from '../../../../server/src/platform/files/driver.ts'
import { fileStore } from '../../../../server/src/platform/files/file-store.ts'
import { seededRandom } from '../random.ts'
import type { StageResult } from '../stage-result.ts'
import { checkAfterFaults } from './check-after-faults.ts'
import type { Fixture } from './fixture.ts'
import { type StageLimits, stageCounter } from './stage-counter.ts'
import { uploadFaults } from './upload-faults.ts'
import { storedNames } from './uploads.ts'

/** Stage G: breaks uploads at every step, each kind of fault at least once, then sweeps what crashes left. */
export async function breakUploads(fixture: Fixture, { seed, seconds, runsMax }: StageLimits): Promise<StageResult> {
  const counter = stageCounter('G')
  const random = seededRandom(seed, 'G', 0)
  const kinds = uploadFaults(fixture)
  const until = Date.now() + seconds * 1_000
  for (let run = 0; run < kinds.length || (run < runsMax && Date.now() < until); run++) {
    const [kind, fault] = kinds[run % kinds.length] ?? random.pick(kinds)
    counter.count(kind)
    const wrong = await fault(fixture, random.pick(fixture.nodes), random).catch((error: Error) => error.message)
    if (wrong) counter.wrong('I15', `${kind}: ${wrong}`)
  }
  await sweepAfterADay(fixture)
  await checkAfterFaults(fixture, counter)
  return counter.result()
}

/** Makes every file look a day old and sweeps, as the nodes do every few hours. */
async function sweepAfterADay({ attachmentsDir, db }: Fixture): Promise<void> {
  const then = new Date(Date.now() - 25 * 60 * 60_000)
  for (const name of await storedNames(attachmentsDir)) await utimes(path.join(attachmentsDir, name), then, then)
  const attachments = await fileStore(path.dirname(attachmentsDir), diskDriver(attachmentsDir))
  await attachments.sweep((name) => isAttached(db, name))
}
