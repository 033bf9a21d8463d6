import type { World } from '../simulation/world.ts'
import type { StageName } from '../task.ts'
import { desk } from './desk.ts'
import { durability } from './durability.ts'
import { forgeries } from './forgeries.ts'
import { mails } from './mails.ts'
import { payLinks } from './pay-links.ts'
import { races } from './races.ts'
import { repeats } from './repeats.ts'
import { restores } from './restores.ts'
import { schedules } from './schedules.ts'
import type { StageLog } from './stage-log.ts'
import type { StageOptions } from './stage-options.ts'
import { surplus } from './surplus.ts'
import { sweep } from './sweep.ts'
import { years } from './years.ts'

type Stage = (world: World, seed: number, options: StageOptions) => Promise<StageLog>

export const STAGES: Record<StageName, Stage> = {
  A: sweep,
  B: schedules,
  E: races,
  H: forgeries,
  K: desk,
  L: payLinks,
  M: mails,
  P: durability,
  R: repeats,
  S: surplus,
  T: restores,
  Y: years,
}
