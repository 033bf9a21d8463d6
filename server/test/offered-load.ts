import http from 'node:http'
import { text } from 'node:stream/consumers'

/** One request of a mix; `what` is what its answers are counted under. */
type Asked = { what: string; method?: string; path: string; headers?: Record<string, string>; body?: string }

export type Outcome = {
  requests: number
  /** How many answers there were of each status. */
  statuses: Record<number, number>
  /** What got no answer at all, or one of 5xx other than 503: one text each. */
  failed: string[]
  /** What part of the answers of one kind, or of all, took at most how many milliseconds from when they were due to be asked. */
  percentile: (part: number, what?: string) => number
}

type Load = {
  /** Until this is done. */
  until: Promise<unknown>
  next: (count: number) => Asked
}

/** So many visitors, each of whom asks again as soon as they are answered. Resolves once all have been. */
export async function keepAsking(origin: string, visitors: number, { until, next }: Load): Promise<Outcome> {
  const load = recordedLoad(origin, next)
  const isOver = over(until)
  const visit = async () => {
    while (!isOver()) await load.ask(performance.now())
  }
  await Promise.all(Array.from({ length: visitors }, visit))
  return load.outcome()
}

function over(until: Promise<unknown>): () => boolean {
  let isOver = false
  const end = () => {
    isOver = true
  }
  until.then(end, end)
  return () => isOver
}

function recordedLoad(origin: string, next: Load['next']) {
  const agent = new http.Agent({ keepAlive: true })
  const answers: { what: string; status: number; ms: number }[] = []
  const failed: string[] = []
  let requests = 0
  return {
    async ask(due: number): Promise<void> {
      const asked = next(requests++)
      try {
        const { status, body } = await send(origin, agent, asked)
        answers.push({ what: asked.what, status, ms: performance.now() - due })
        if (status >= 500 && status !== 503) failed.push(`${asked.what}: ${status} ${body}`)
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        failed.push(`${asked.what}: ${code ?? message}`)
      }
    },
    outcome(): Outcome {
      agent.destroy()
      const statuses: Record<number, number> = {}
      for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1
      return {
        requests,
        statuses,
        failed,
        percentile(part, what) {
          const times = answers.filter((answer) => what === undefined || answer.what === what).map(({ ms }) => ms)
          times.sort((a, b) => a - b)
          return Math.round(times[Math.min(times.length - 1, Math.floor(part * times.length))] ?? 0)
        },
      }
    },
  }
}

function send(
  origin: string,
  agent: http.Agent,
  { method = 'GET', path, headers, body }: Asked,
): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const options = { hostname, port, agent, method, path, ...(headers && { headers }) }
    const sent = http.request(options, (reply) => {
      resolve(text(reply).then((read) => ({ status: reply.statusCode ?? 0, body: read })))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
