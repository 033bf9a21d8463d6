import { freePort } from '../../../../server/test/free-port.ts'
import { seededRandom } from '../random.ts'
import type { StageResult } from '../stage-result.ts'
import { checkAfterFaults } from './check-after-faults.ts'
import type { Fixture } from './fixture.ts'
import { type BrokenRoute, type FaultResult, FLOWS, type Flow, NO_ANSWER_EXPECTED } from './provider-flows.ts'
import { FAULTS, type FaultName, type ProviderProxy, startProviderProxy } from './provider-proxy.ts'
import { selfSigned } from './self-signed.ts'
import { type StageLimits, stageCounter } from './stage-counter.ts'

/** Only one node reconciles, only what is due, and the circuit breaker closes at once. */
export const PROVIDER_FIXTURE = {
  RECONCILE_EVERY_SECONDS: '86400',
  RECONCILE_AFTER_SECONDS: '86400',
  RAZORPAY_CIRCUIT_OPEN_SECONDS: '0',
}

/** Stage F: the provider is unreachable, slow or answers wrongly while money is ordered, confirmed, refunded or reconciled. */
export async function breakProvider(
  fixture: Fixture,
  { seed, seconds, runsMax, visitors }: StageLimits,
): Promise<StageResult> {
  const counter = stageCounter('F')
  await fixture.provider.control('POST', '/faults', { webhooks: 'lost' })
  const proxies = await Promise.all([
    startProviderProxy(fixture.provider.url),
    startProviderProxy(fixture.provider.url, selfSigned()),
  ])
  const routes = await brokenRoutes(fixture, ...proxies)
  const runs = runsOver(routes)
  const until = Date.now() + seconds * 1_000
  let next = 0
  const lane = async (_: unknown, visitor: number) => {
    const random = seededRandom(seed, 'F', visitor)
    while (next < runsMax && (Date.now() < until || next < routes.length)) {
      const { route, name, flow } = runs[next++ % runs.length] ?? random.pick(runs)
      const asked = await flow(fixture, route, random).catch((error: Error) => error)
      if (asked instanceof Error || asked.wasFaulted) counter.count(route.kind)
      const wrong = whatIsWrong(route, name, asked)
      if (wrong) counter.wrong('PAY-8', `${route.kind} at ${name}: ${wrong}`)
    }
  }
  await Promise.all(Array.from({ length: visitors }, lane))
  await checkAfterFaults(fixture, counter)
  const followed = proxies[0].followed()
  if (followed > 0) counter.wrong('V15.3.2', `a redirect of the provider was followed ${followed} times`)
  await Promise.all(fixture.nodes.splice(2).map((node) => node.end('SIGTERM')))
  await Promise.all(proxies.map((proxy) => proxy.close()))
  return counter.result()
}

async function brokenRoutes(fixture: Fixture, proxy: ProviderProxy, tls: ProviderProxy): Promise<BrokenRoute[]> {
  const [spoilt, ...deadEnds] = await Promise.all([
    fixture.addNode({ RAZORPAY_API_URL: proxy.url }),
    fixture.addNode({ RAZORPAY_API_URL: `http://127.0.0.1:${await freePort()}` }),
    fixture.addNode({ RAZORPAY_API_URL: 'http://provider.invalid' }),
    fixture.addNode({ RAZORPAY_API_URL: tls.url }),
  ])
  // This node only reconciles, so that only its own requests open its circuit breaker.
  await fixture.addNode({ RAZORPAY_API_URL: proxy.url, RECONCILE_EVERY_SECONDS: '1' })
  const always = () => ({ hits: () => 1, stop: () => {} })
  const kinds = ['connection refused', 'unknown host', 'self-signed certificate']
  return [
    ...deadEnds.map((node, index) => ({ kind: kinds[index] ?? '', node, injectFault: always })),
    ...(Object.keys(FAULTS) as FaultName[]).map((kind) => ({
      kind,
      node: spoilt,
      injectFault: (about: string) => proxy.injectFault(about, kind),
    })),
  ]
}

/**
 * Every flow over every route, each route once before any repeats. Unreachable routes have no reconciler: it would delay the one under
 * test.
 */
function runsOver(routes: BrokenRoute[]): { route: BrokenRoute; name: string; flow: Flow }[] {
  const flows = Object.entries(FLOWS)
  return flows
    .flatMap((_, round) =>
      routes.map((route, index) => {
        const [name, flow] = flows[(index + round) % flows.length] ?? ['verify', FLOWS.verify]
        return { route, name, flow }
      }),
    )
    .filter(({ route, name }) => name !== 'reconcile' || route.kind in FAULTS)
}

function whatIsWrong(route: BrokenRoute, flow: string, asked: FaultResult | Error): string | null {
  if (asked instanceof Error) return asked.message
  if (asked.status === null) return 'there was no answer in time'
  // The node's circuit breaker stayed open.
  if (!asked.wasFaulted && asked.status === 503) return null
  // The provider's webhook had already settled the payment on the other node.
  if (!asked.wasFaulted && flow === 'verify' && asked.status === 200) return null
  if (!asked.wasFaulted) return 'the provider was not asked'
  return statusesFor(route.kind, flow).includes(asked.status) ? null : `the answer was ${asked.status}`
}

/** A wrong amount or currency is not a failed request: checkout rejects it, admin actions record it and succeed. */
function statusesFor(kind: string, flow: string): number[] {
  if (flow === 'reconcile') return [NO_ANSWER_EXPECTED]
  const isMismatch = kind === 'wrong amount' || kind === 'wrong currency'
  if (isMismatch && flow === 'verify') return [409, 503]
  if (isMismatch && (flow === 'refund' || flow === 'check')) return [200]
  return [502, 503]
}
