import { setTimeout } from 'node:timers/promises'
import { chanceOf } from '../random.ts'
import { verify } from '../simulation/client.ts'
import type { Life } from '../simulation/life.ts'
import { plainTime } from '../simulation/people.ts'
import { bring, type Letter, openPostOffice, type PostOffice } from '../simulation/post-office.ts'
import { beginRun, type Run } from '../simulation/run.ts'
import { settle } from '../simulation/settle.ts'
import { file, newStory, order, type Story } from '../simulation/story.ts'
import type { World } from '../simulation/world.ts'
import { type StageLog, startStage } from './stage-log.ts'
import type { StageOptions } from './stage-options.ts'

const DELIVERIES_EACH = 4
/** Runs that share a world, since emptying and judging one takes longer than a race. */
const RUNS_A_WORLD = 10
const RACES_AT_ONCE = 2
// As the program counts; its pauses are quickened here.
const HELD_MS = 2_000

/**
 * Stage E: eight times the same news of one payment (four times by browser, four times by webhook), at once, on two nodes. Nothing
 * is struck, so that whatever is answered with an error is one. Then both reconcile at once, and ask about each order once. A run
 * is one order, raced together with another.
 */
export async function races(world: World, seed: number, { runs, until, only }: StageOptions): Promise<StageLog> {
  const stage = startStage('E')
  if (only !== undefined) await raceAll(world, seed, only - (only % RUNS_A_WORLD), stage)
  else
    for (let first = runs.from; first < runs.to && !until(); first += RUNS_A_WORLD)
      await raceAll(world, seed, first, stage)
  return stage
}

async function raceAll(world: World, seed: number, first: number, stage: StageLog): Promise<void> {
  const chance = chanceOf(seed, 'E', first)
  const run = await beginRun(world, chance, plainTime())
  const office = openPostOffice(run)
  const nodes = [await run.node(), await run.secondNode()]
  for (let raced = 0; raced < RUNS_A_WORLD; raced += RACES_AT_ONCE) {
    const payments: Paid[] = []
    for (let count = 0; count < RACES_AT_ONCE; count++) payments.push(await paid(run, office))
    for (const node of nodes) node.dawdle(chance)
    await Promise.all(
      chance.shuffled(payments.flatMap((payment) => deliveries(run, nodes, payment))).map((bringOne) => bringOne()),
    )
    for (const _ of payments) run.struck('eight deliveries at once')
  }
  await reconcileTogether(run)
  await settle(run, office)
  await stage.note(run, first, RUNS_A_WORLD)
}

type Paid = { story: Story; letters: Letter[] }

async function paid(run: Run, office: PostOffice): Promise<Paid> {
  const story = newStory(run, run.chance, run.chance.pick(['complaint', 'membership'] as const), false)
  await file(run, story)
  await order(run, story)
  await payInSomeWay(run, story)
  const letters = await office.collect()
  office.waiting.length = 0
  return { story, letters }
}

/** Everybody who tells of a payment, four times by browser and four times by webhook, in turn on each node. */
function deliveries(run: Run, nodes: Life[], { story, letters }: Paid): (() => Promise<void>)[] {
  const browsers = Array.from({ length: DELIVERIES_EACH }, (_, index) => async () => {
    const { subject, checkout } = story
    const node = nodes[index % 2]
    if (subject && checkout && node) expectAnswer(run, 'verify', await verify(run, node, subject, checkout))
  })
  const webhooks = Array.from({ length: DELIVERIES_EACH }, (_, index) => async () => {
    const [node, letter] = [nodes[index % 2], letters[index % letters.length]]
    if (!node || !letter) return
    expectAnswer(run, 'webhook', await bring(run, node, letter))
    await node.work()
  })
  return [...browsers, ...webhooks]
}

/** Captured, only authorised, or captured twice, which leaves a surplus. */
async function payInSomeWay(run: Run, story: Story): Promise<void> {
  const { provider } = run.world
  if (!story.orderId) return
  if (run.chance.happens(0.3)) await provider.pay(story.orderId, 'failed')
  const isCaptured = run.chance.happens(0.7)
  story.checkout = await provider.pay(story.orderId, isCaptured ? 'captured' : 'authorized')
  if (isCaptured && run.chance.happens(0.4)) await provider.pay(story.orderId, 'captured', { even_if_paid: true })
}

function expectAnswer(run: Run, what: string, { status, text }: { status: number | null; text: string }): void {
  if (status === 200) return
  run.wrong.push({ invariant: 'race', what: `a ${what} of an undisturbed race was answered with ${status}: ${text}` })
}

/** Two reconcilers at the same moment share the work: no order is asked about by both. */
async function reconcileTogether(run: Run): Promise<void> {
  for (let count = 0; count < 2; count++) {
    const other = newStory(run, run.chance, 'membership', false)
    await order(run, other)
    if (other.orderId) await run.world.provider.pay(other.orderId, 'captured')
  }
  await run.world.pass(11 * 60)
  const nodes = [await run.node(), await run.secondNode()]
  for (const node of nodes) node.asked.length = 0
  if (run.chance.happens(0.7)) await whileHeld(run, () => Promise.all(nodes.map((node) => node.reconcile())))
  else await Promise.all(nodes.map((node) => node.reconcile()))
  const asked = nodes.flatMap((node) => node.asked).filter((call) => /^GET .*\/orders\/.*\/payments$/.test(call))
  const twice = asked.filter((call, index) => asked.indexOf(call) < index)
  for (const call of twice) run.wrong.push({ invariant: 'race', what: `two reconcilers asked the same: ${call}` })
}

/** Somebody holds the orders' rows for a moment, so that whoever waits for them, instead of passing them over, waits together. */
async function whileHeld(run: Run, work: () => Promise<unknown>): Promise<void> {
  const working = run.world.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('payment_orders').select('id').forUpdate().execute()
    const begun = work()
    await Promise.race([begun, setTimeout(HELD_MS)])
    return { begun }
  })
  await (await working).begun
}
