import type { InjectOptions } from 'fastify'
import type { Operation } from '../history.ts'
import { checkInvariants, type Violation } from '../invariants.ts'
import type { Chance } from '../random.ts'
import { type Arm, directorOf } from './director.ts'
import type { Life } from './life.ts'
import type { World } from './world.ts'

export type Answer = { status: number | null; text: string; data: Record<string, unknown> }

/** One run: a world that begins empty, lives of the program in it, what its clients saw, and what was struck. */
export type Run = {
  world: World
  chance: Chance
  history: Operation[]
  /** What was seen to be wrong while it happened. */
  wrong: Violation[]
  /** Faults that strike as soon as they fit, once each; those that did are counted. */
  arms: Arm[]
  faults: Record<string, number>
  struck: (kind: string) => void
  /** The program as it runs now; begun again where it has crashed, a quarter of a minute later. */
  node: () => Promise<Life>
  /** One more node beside it, which nothing strikes. */
  secondNode: () => Promise<Life>
  ask: (life: Life, request: InjectOptions) => Promise<Answer>
  /** Nothing is struck any more. */
  calm: () => void
  check: () => Promise<Violation[]>
}

const RESTART_SECONDS = 15

export async function beginRun(world: World, chance: Chance, at: Date): Promise<Run> {
  await world.begin(at)
  const arms: Arm[] = []
  const faults: Record<string, number> = {}
  const struck = (kind: string) => {
    faults[kind] = (faults[kind] ?? 0) + 1
  }
  const history: Operation[] = []
  const wrong: Violation[] = []
  const lives: Life[] = []
  let current: Life | null = null
  let second: Life | null = null

  async function begin(isStruck: boolean): Promise<Life> {
    const life = await world.beginLife()
    if (isStruck) life.direct(directorOf(arms, struck))
    lives.push(life)
    return life
  }

  return {
    world,
    chance,
    history,
    wrong,
    arms,
    faults,
    struck,
    async node() {
      if (current && !current.isDead()) return current
      if (current) await world.pass(RESTART_SECONDS)
      current = await begin(true)
      world.disk.belongsTo(current)
      return current
    },
    async secondNode() {
      second ??= await begin(false)
      return second
    },
    async ask(life, request) {
      const reply = await life.request(request)
      return reply ? answerOf(reply.statusCode, reply.payload) : { status: null, text: '', data: {} }
    },
    calm() {
      arms.length = 0
      world.disk.belongsTo(null)
    },
    async check() {
      const ledger = await world.provider.ledger()
      const { db, attachmentsDir } = world
      const broken = await checkInvariants({ db, ledger, attachmentsDir, history, now: world.now() })
      return [...wrong, ...lives.flatMap((life) => life.wrong).flatMap((line) => wrongIn(line, faults)), ...broken]
    },
  }
}

/** Errors that the program logs, other than what it has a name for, are bugs, unless the database was struck. */
function wrongIn(line: string, faults: Record<string, number>): Violation[] {
  if (line.startsWith('I19')) return [{ invariant: 'I19', what: line.slice('I19: '.length) }]
  const isExpected = /"event":/.test(line) || Object.keys(faults).some((kind) => kind.startsWith('database'))
  return isExpected ? [] : [{ invariant: 'no bugs', what: line }]
}

function answerOf(status: number, text: string): Answer {
  try {
    return { status, text, data: (JSON.parse(text) as { data?: Record<string, unknown> }).data ?? {} }
  } catch {
    return { status, text, data: {} }
  }
}
