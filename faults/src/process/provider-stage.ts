import { freePort } from '../../../server/test/free-port.ts'
import { chanceOf } from '../random.ts'
import type { StageResult } from '../stage-result.ts'
import { judge } from './judge.ts'
import { type Asked, type BrokenWay, FLOWS, type Flow, NOBODY_ASKED } from './provider-flows.ts'
import { FATES, type FateName, layWire, type ProviderWire } from './provider-wire.ts'
import { selfSigned } from './self-signed.ts'
import type { StageLimits } from './stage-limits.ts'
import { tallyOf } from './tally.ts'
import type { Town } from './town.ts'

/** The settings of a town in which one node alone reconciles, only what is due, and no node leaves the provider alone for long. */
export const PROVIDER_TOWN = {
  RECONCILE_EVERY_SECONDS: '86400',
  RECONCILE_AFTER_SECONDS: '86400',
  RAZORPAY_REST_SECONDS: '0',
}

/** Stage F: the provider refusing, silent, lying or not to be found, while money is asked for, confirmed, sent back or reconciled. */
export async function breakProvider(
  town: Town,
  { seed, seconds, runsMax, visitors }: StageLimits,
): Promise<StageResult> {
  const tally = tallyOf('F')
  await town.provider.control('POST', '/faults', { webhooks: 'lost' })
  const wires = await Promise.all([layWire(town.provider.url), layWire(town.provider.url, selfSigned())])
  const ways = await brokenWays(town, ...wires)
  const runs = runsOver(ways)
  const until = Date.now() + seconds * 1_000
  let next = 0
  const lane = async (_: unknown, visitor: number) => {
    const chance = chanceOf(seed, 'F', visitor)
    while (next < runsMax && (Date.now() < until || next < ways.length)) {
      const { way, name, flow } = runs[next++ % runs.length] ?? chance.pick(runs)
      const asked = await flow(town, way, chance).catch((error: Error) => error)
      if (asked instanceof Error || asked.wasStruck) tally.count(way.kind)
      const wrong = whatIsWrong(way, name, asked)
      if (wrong) tally.wrong('PAY-8', `${way.kind} at ${name}: ${wrong}`)
    }
  }
  await Promise.all(Array.from({ length: visitors }, lane))
  await judge(town, tally)
  const followed = wires[0].followed()
  if (followed > 0) tally.wrong('V15.3.2', `a redirect of the provider was followed ${followed} times`)
  await Promise.all(town.nodes.splice(2).map((node) => node.end('SIGTERM')))
  await Promise.all(wires.map((wire) => wire.close()))
  return tally.result()
}

async function brokenWays(town: Town, wire: ProviderWire, tls: ProviderWire): Promise<BrokenWay[]> {
  const [spoilt, ...deadEnds] = await Promise.all([
    town.addNode({ RAZORPAY_API_URL: wire.url }),
    town.addNode({ RAZORPAY_API_URL: `http://127.0.0.1:${await freePort()}` }),
    town.addNode({ RAZORPAY_API_URL: 'http://provider.invalid' }),
    town.addNode({ RAZORPAY_API_URL: tls.url }),
  ])
  // Nobody calls it, so that it rests only because of what it meets itself.
  await town.addNode({ RAZORPAY_API_URL: wire.url, RECONCILE_EVERY_SECONDS: '1' })
  const always = () => ({ struck: () => 1, stop: () => {} })
  const kinds = ['connection refused', 'unknown host', 'self-signed certificate']
  return [
    ...deadEnds.map((node, index) => ({ kind: kinds[index] ?? '', node, strike: always })),
    ...(Object.keys(FATES) as FateName[]).map((kind) => ({
      kind,
      node: spoilt,
      strike: (about: string) => wire.strike(about, kind),
    })),
  ]
}

/**
 * Every flow over every way, each way once before the first comes again. A way that leads nowhere has no reconciler: it would hold up
 * the one that is struck where it is told to.
 */
function runsOver(ways: BrokenWay[]): { way: BrokenWay; name: string; flow: Flow }[] {
  const flows = Object.entries(FLOWS)
  return flows
    .flatMap((_, round) =>
      ways.map((way, index) => {
        const [name, flow] = flows[(index + round) % flows.length] ?? ['verify', FLOWS.verify]
        return { way, name, flow }
      }),
    )
    .filter(({ way, name }) => name !== 'reconcile' || way.kind in FATES)
}

function whatIsWrong(way: BrokenWay, flow: string, asked: Asked | Error): string | null {
  if (asked instanceof Error) return asked.message
  if (asked.status === null) return 'there was no answer in time'
  // It left the provider alone all the while, since that had not answered others.
  if (!asked.wasStruck && asked.status === 503) return null
  // The provider's own event had settled it on the other node before.
  if (!asked.wasStruck && flow === 'verify' && asked.status === 200) return null
  if (!asked.wasStruck) return 'the provider was not asked'
  return statusesFor(way.kind, flow).includes(asked.status) ? null : `the answer was ${asked.status}`
}

/** A sum or currency that does not fit is a word, not a failure: it is refused at the till and written down at the desk. */
function statusesFor(kind: string, flow: string): number[] {
  if (flow === 'reconcile') return [NOBODY_ASKED]
  const isMismatch = kind === 'wrong amount' || kind === 'wrong currency'
  if (isMismatch && flow === 'verify') return [409, 503]
  if (isMismatch && (flow === 'refund' || flow === 'check')) return [200]
  return [502, 503]
}
