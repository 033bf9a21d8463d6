import { utimes } from 'node:fs/promises'
import path from 'node:path'
import { attachmentStore } from '../../../server/src/complaints/attachment-store.ts'
import { isAttached } from '../../../server/src/complaints/complaint-queries.ts'
import { diskPlace } from '../../../server/src/complaints/disk-place.ts'
import { chanceOf } from '../random.ts'
import type { StageResult } from '../stage-result.ts'
import { judge } from './judge.ts'
import type { StageLimits } from './stage-limits.ts'
import { tallyOf } from './tally.ts'
import type { Town } from './town.ts'
import { uploadFaults } from './upload-faults.ts'
import { storedNames } from './uploads.ts'

/** Stage G: uploads broken at every step of their way, each kind of fault at least once; afterwards what crashes left is swept. */
export async function breakUploads(town: Town, { seed, seconds, runsMax }: StageLimits): Promise<StageResult> {
  const tally = tallyOf('G')
  const chance = chanceOf(seed, 'G', 0)
  const kinds = uploadFaults(town)
  const until = Date.now() + seconds * 1_000
  for (let run = 0; run < kinds.length || (run < runsMax && Date.now() < until); run++) {
    const [kind, fault] = kinds[run % kinds.length] ?? chance.pick(kinds)
    tally.count(kind)
    const wrong = await fault(town, chance.pick(town.nodes), chance).catch((error: Error) => error.message)
    if (wrong) tally.wrong('I15', `${kind}: ${wrong}`)
  }
  await sweepAfterADay(town)
  await judge(town, tally)
  return tally.result()
}

/** Makes every file older than a day, and sweeps as the nodes do every few hours. */
async function sweepAfterADay({ attachmentsDir, db }: Town): Promise<void> {
  const then = new Date(Date.now() - 25 * 60 * 60_000)
  for (const name of await storedNames(attachmentsDir)) await utimes(path.join(attachmentsDir, name), then, then)
  const attachments = await attachmentStore(path.dirname(attachmentsDir), diskPlace(attachmentsDir))
  await attachments.sweep((name) => isAttached(db, name))
}
