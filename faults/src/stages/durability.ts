import { chanceOf } from '../random.ts'
import { plainTime } from '../simulation/people.ts'
import { openPostOffice } from '../simulation/post-office.ts'
import { beginRun } from '../simulation/run.ts'
import { settle } from '../simulation/settle.ts'
import { confirm, file, newStory, order, pay } from '../simulation/story.ts'
import type { World } from '../simulation/world.ts'
import { type StageLog, startStage } from './stage-log.ts'
import type { StageOptions } from './stage-options.ts'

/**
 * Part of stage A: the power goes in the very moment in which a client has its answer. PostgreSQL is stopped at once, without a last
 * write, and what was answered must be there when it is back.
 */
export async function durability(world: World, seed: number, { runs, until, only }: StageOptions): Promise<StageLog> {
  const stage = startStage('P')
  if (only !== undefined) await cut(world, seed, only, stage)
  else for (let number = runs.from; number < runs.to && !until(); number++) await cut(world, seed, number, stage)
  return stage
}

async function cut(world: World, seed: number, number: number, stage: StageLog): Promise<void> {
  const chance = chanceOf(seed, 'P', number)
  const run = await beginRun(world, chance, plainTime())
  const story = newStory(run, chance, number % 2 === 0 ? 'complaint' : 'membership', number % 2 === 0)
  const office = openPostOffice(run)
  const steps = [
    () => file(run, story),
    () => order(run, story),
    () => pay(run, story),
    () => (chance.happens(0.5) ? confirm(run, story) : office.bringAll()),
  ]
  for (const [index, step] of steps.entries()) {
    await step()
    if (index !== number % steps.length) continue
    await world.cutDatabasePower()
    world.disk.cutPower()
    run.struck('power cut of everything')
    const life = await run.node()
    life.end()
  }
  await settle(run, office)
  await stage.note(run, number)
}
