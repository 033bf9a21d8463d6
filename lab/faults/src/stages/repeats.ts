import { PURPOSES, type Purpose } from '@petsetu/contract/platform/purposes.ts'
import { seededRandom } from '../random.ts'
import { plainTime } from '../simulation/builders.ts'
import { register, retryUntilAnswered } from '../simulation/client.ts'
import { decideAtDesk, takeAtDesk } from '../simulation/desk-client.ts'
import { confirm, file, newPurchase, order, type Purchase, pay } from '../simulation/purchase.ts'
import { beginRun, type Run } from '../simulation/run.ts'
import { settle } from '../simulation/settle.ts'
import { createWebhookTransport } from '../simulation/webhook-transport.ts'
import type { World } from '../simulation/world.ts'
import { type StageLog, startStage } from './stage-log.ts'
import { numbersOf, type StageOptions } from './stage-options.ts'

const STEPS_MAX = 30
// Nobody pays again within a day for what they have paid.
const OVER_A_DAY_SECONDS = 90_000

/**
 * Stage R: the same payer once more. Somebody sends a form again that is paid already; or renews a membership before its end: at the desk,
 * and the first payment is voided, or without an account, after a session that has ended was refused. In half of the runs the program
 * crashes at a step drawn by chance.
 */
export async function repeats(world: World, seed: number, options: StageOptions): Promise<StageLog> {
  const stage = startStage('R')
  for (const number of numbersOf(options)) await runOnce(world, seed, number, stage)
  return stage
}

const SCENARIOS: [name: string, play: (run: Run) => Promise<void>][] = [
  ['repeat: membership form sent again', (run) => sentAgain(run, 'membership')],
  ['repeat: donation form sent again', (run) => sentAgain(run, 'donation')],
  ['repeat: renewed at the desk, and the first one voided', renewedAtDesk],
  ['repeat: paid online and at the desk', paidInBothWays],
  ['repeat: renewed without an account, after the session ended', renewedAsVisitor],
]

async function runOnce(world: World, seed: number, number: number, stage: StageLog): Promise<void> {
  const run = await beginRun(world, seededRandom(seed, 'R', number), plainTime())
  const transport = createWebhookTransport(run)
  const scenario = SCENARIOS[number % SCENARIOS.length]
  if (scenario) {
    await scenario[1](run)
    run.countFault(scenario[0])
  }
  run.clearFaults()
  await settle(run, transport)
  await stage.note(run, number)
}

async function sentAgain(run: Run, purpose: Purpose): Promise<void> {
  const purchase = newPurchase(run, run.random, purpose, false)
  await order(run, purchase)
  await pay(run, purchase)
  planCrash(run)
  await confirm(run, purchase)
  await order(run, { ...purchase, checkout: null })
}

/** The renewal waits for the end of the first membership, which ends at once. */
async function renewedAtDesk(run: Run): Promise<void> {
  const first = { ...newPurchase(run, run.random, 'membership', false), isSignedIn: true }
  const renewal = { ...newPurchase(run, run.random, 'membership', false), plan: first.plan, isSignedIn: true }
  for (const purchase of [first, renewal]) await order(run, purchase)
  const firstId = await payInCash(run, first)
  await payInCash(run, renewal)
  planCrash(run)
  if (firstId !== undefined) await retryUntilAnswered(run, (proc) => decideAtDesk(run, proc, firstId, 'void'))
}

/** Money paid over a session that has ended would belong to nobody. A visitor is known by the address that was typed. */
async function renewedAsVisitor(run: Run): Promise<void> {
  const first = { ...newPurchase(run, run.random, 'membership', false), isSignedIn: false }
  const renewal = { ...first }
  await order(run, first)
  await pay(run, first)
  await confirm(run, first)
  await run.world.pass(OVER_A_DAY_SECONDS)
  const refused = await register(run, await run.node(), first.plan, first.person, false, 'a session that has ended')
  if (refused.status !== 401)
    run.wrong.push({ invariant: 'I11', what: `a session that has ended was answered ${refused.status}` })
  planCrash(run)
  await order(run, renewal)
  await pay(run, renewal)
  await confirm(run, renewal)
}

/** One payer with test money, another with cash, whose receipts are in series of their own. */
async function paidInBothWays(run: Run): Promise<void> {
  const [online, atDesk] = [0, 1].map(() => newPurchase(run, run.random, run.random.pick(PURPOSES), false))
  if (!online || !atDesk) return
  for (const purchase of [online, atDesk]) {
    await file(run, purchase)
    await order(run, purchase)
  }
  await pay(run, online)
  planCrash(run)
  await payInCash(run, atDesk)
  await confirm(run, online)
}

/** Returns the id of the payment, if it was answered. */
async function payInCash(run: Run, purchase: Purchase): Promise<number | undefined> {
  const key = `cash-${purchase.person.email.replaceAll(/\W/g, '-')}`
  const form = { purchase, mode: 'cash' as const, reference: '', key }
  const answer = await retryUntilAnswered(run, (proc) => takeAtDesk(run, proc, form))
  return answer?.data.id as number | undefined
}

function planCrash({ plannedFaults, random }: Run): void {
  const skip = random.below(STEPS_MAX)
  if (random.happens(0.5)) plannedFaults.push({ kind: 'repeat: crash', fits: () => true, skip, fault: { do: 'crash' } })
}
