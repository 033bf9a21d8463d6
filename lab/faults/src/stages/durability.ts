import { PURPOSES } from '@petsetu/contract/platform/purposes.ts'
import { seededRandom } from '../random.ts'
import { plainTime } from '../simulation/builders.ts'
import { confirm, file, newPurchase, order, pay } from '../simulation/purchase.ts'
import { beginRun } from '../simulation/run.ts'
import { settle } from '../simulation/settle.ts'
import { createWebhookTransport } from '../simulation/webhook-transport.ts'
import type { World } from '../simulation/world.ts'
import { type StageLog, startStage } from './stage-log.ts'
import { numbersOf, type StageOptions } from './stage-options.ts'

/**
 * Stage P: cuts the power just after a client got its answer. PostgreSQL stops without a checkpoint; everything answered must exist
 * after the restart.
 */
export async function durability(world: World, seed: number, options: StageOptions): Promise<StageLog> {
  const stage = startStage('P')
  for (const number of numbersOf(options)) await cut(world, seed, number, stage)
  return stage
}

async function cut(world: World, seed: number, number: number, stage: StageLog): Promise<void> {
  const random = seededRandom(seed, 'P', number)
  const run = await beginRun(world, random, plainTime())
  const purchase = newPurchase(run, random, PURPOSES[number % PURPOSES.length] ?? 'complaint', number % 2 === 0)
  const transport = createWebhookTransport(run)
  const steps = [
    () => file(run, purchase),
    () => order(run, purchase),
    () => pay(run, purchase),
    () => (random.happens(0.5) ? confirm(run, purchase) : transport.deliverAll()),
  ]
  for (const [index, step] of steps.entries()) {
    await step()
    if (index !== number % steps.length) continue
    await world.cutDatabasePower()
    world.disk.cutPower()
    run.countFault('power cut of everything')
    const proc = await run.node()
    proc.end()
  }
  await settle(run, transport)
  await stage.note(run, number)
}
