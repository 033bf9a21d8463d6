import { test } from 'vitest'
import { offerLoad } from '../server/test/offered-load.ts'
import { serverProcess } from '../server/test/server-process.ts'
import { failuresOf, holdings, percentile, refusedIn } from './rows.ts'
import { aTown, conclude, NOBODY, seconds } from './town.ts'

const MIB = 1024 * 1024
const SECONDS = 90
const SETTLED_AFTER_SECONDS = 30

const town = await aTown()
const node = await serverProcess(town.url, NOBODY)

async function connections(): Promise<number> {
  const { rowCount } = await town.pool.query('select 1 from pg_stat_activity where datname = current_database()')
  return rowCount ?? 0
}

/** Of a straight line through the points, per minute. */
function slope(points: { minute: number; value: number }[]): number {
  const mean = (of: (point: { minute: number; value: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean(({ minute }) => minute), mean(({ value }) => value)]
  const above = mean(({ minute, value }) => (minute - x) * (value - y))
  return above / mean(({ minute }) => (minute - x) ** 2)
}

test('soak: visits of every kind for a while', async () => {
  const over = seconds(SECONDS)
  const settled = seconds(SETTLED_AFTER_SECONDS)
  let isOver = false
  void over.then(() => {
    isOver = true
  })
  const start = Date.now()
  const sampled = (async () => {
    const samples: { minute: number; value: number; files: number; connections: number }[] = []
    await settled
    for (; !isOver; await seconds(1)) {
      const minute = (Date.now() - start) / 60_000
      samples.push({
        minute,
        value: (await node.memory()) / MIB,
        files: await node.openFiles(),
        connections: await connections(),
      })
    }
    return samples
  })()
  const after = await holdings(node)
  const outcome = await offerLoad(node.url, 100, { until: over, next: town.visit })
  const samples = await sampled
  const grows = slope(samples)
  const most = (of: 'files' | 'connections') => Math.max(...samples.map((sample) => sample[of]))
  const refused = refusedIn(outcome).length
  await conclude({
    profile: `soak ${SECONDS} s, 100/s`,
    outcome,
    faults: failuresOf(outcome),
    ...(await after()),
    goal: 'RSS flat (< 4 MiB/min), DB connections ≤ 17, no 5xx',
    reached: `RSS ${grows.toFixed(1)} MiB/min, at most ${most('files')} fds, ${most('connections')} connections, ${refused} refused, p99 ${percentile(outcome.answers, 0.99)}`,
    isReached: grows < 4 && most('connections') <= 17 && refused === 0,
  })
})
