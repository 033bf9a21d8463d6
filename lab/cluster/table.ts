import { isReached, type Measured } from './measure-break.ts'

const HEADS = [
  'what happens',
  'requests',
  'failed',
  'no complaint served for',
  'no scan served for',
  'scans failed',
  'stale for',
  'goal',
  'acknowledged',
  'lost',
  'payments doubled',
  'mails doubled',
  'mails sent twice',
  'reached',
]

/** The table, in Markdown, as `lab/results/` has it; then what was wrong. */
export function describe(measured: Measured[]): string {
  const rows = measured.map((one) => [
    one.name,
    one.requests,
    one.failed,
    `${one.writeSeconds.toFixed(1)} s`,
    `${one.scanSeconds.toFixed(1)} s`,
    one.scansFailed,
    `${one.staleSeconds.toFixed(1)} s`,
    `${one.secondsMax} s`,
    one.acknowledged,
    one.lost,
    one.paymentsDoubled,
    one.mailsDoubled,
    one.mailsSentTwice,
    isReached(one) ? 'yes' : 'no',
  ])
  const lines = [HEADS, HEADS.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  const wrong = measured.flatMap(({ name, wrong }) => wrong.map((what) => `${name}: ${what}`))
  return [...lines, ...(wrong.length > 0 ? ['', ...wrong] : [])].join('\n')
}
