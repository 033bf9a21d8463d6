import http from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

const TICK_MS = 5
// Used in turn, so that none is idle until the server closes it just as it is used again.
const CONNECTIONS = { keepAlive: true, scheduling: 'fifo', maxSockets: 400 } as const

/** One request of a mix; its replies are counted under `what`. */
export type Asked = {
  what: string
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}

export type Answer = {
  what: string
  status: number
  body: string
  ms: number
  retryAfter: string | undefined
  /** True if the server closed the connection with this reply. */
  isLast: boolean
}

export type Outcome = {
  requests: number
  answers: Answer[]
  /** The errors of requests without a reply. */
  unanswered: string[]
  /** The longest delay of sending a request, or of reading a reply. If it is large, the machine was too busy for a valid measurement. */
  senderLateMs: number
}

type Load = {
  until: Promise<unknown>
  next: (count: number) => Asked
}

/**
 * Closed-loop load: this many visitors, each of whom sends the next request when the last one is answered. Resolves once all
 * have finished. With `leaveWhenTold` a visitor stops when the server closes the connection.
 */
export async function runClosedLoop(
  origin: string,
  visitors: number,
  { until, next, leaveWhenTold = false }: Load & { leaveWhenTold?: boolean },
): Promise<Outcome> {
  const load = recordedLoad(origin, next)
  const isOver = over(until)
  const visit = async () => {
    while (!isOver()) {
      const answer = await load.ask()
      if (leaveWhenTold && answer?.isLast) return
    }
  }
  const late = monitorEventLoopDelay({ resolution: TICK_MS })
  late.enable()
  await Promise.all(Array.from({ length: visitors }, visit))
  late.disable()
  return { ...load.outcome(), senderLateMs: late.max / 1e6 }
}

/**
 * Open-loop load: this many requests a second, however long the replies take, like visitors who do not wait for each other.
 * Resolves once all are answered.
 */
export async function offerLoad(origin: string, perSecond: number, { until, next }: Load): Promise<Outcome> {
  const load = recordedLoad(origin, next)
  const isOver = over(until)
  const underWay = new Set<Promise<unknown>>()
  const start = performance.now()
  const dueAt = (count: number) => start + (count / perSecond) * 1_000
  let lateMs = 0
  for (let count = 0; !isOver(); await pause(TICK_MS)) {
    for (; dueAt(count) <= performance.now(); count++) {
      lateMs = Math.max(lateMs, performance.now() - dueAt(count))
      const asked = load.ask()
      underWay.add(asked)
      void asked.finally(() => underWay.delete(asked))
    }
  }
  await Promise.all(underWay)
  return { ...load.outcome(), senderLateMs: lateMs }
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
  const agent = new http.Agent(CONNECTIONS)
  const answers: Answer[] = []
  const unanswered: string[] = []
  let requests = 0
  return {
    async ask(): Promise<Answer | null> {
      const start = performance.now()
      const asked = next(requests++)
      try {
        const sent = await send(origin, agent, asked)
        const answer = { what: asked.what, ...sent, ms: performance.now() - start }
        answers.push(answer)
        return answer
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        unanswered.push(`${asked.what}: ${code ?? message}`)
        return null
      }
    },
    outcome(): Outcome {
      agent.destroy()
      return { requests, answers, unanswered, senderLateMs: 0 }
    },
  }
}

function send(
  origin: string,
  agent: http.Agent,
  { method = 'GET', path, headers, body }: Asked,
): Promise<Omit<Answer, 'what' | 'ms'>> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const options = { hostname, port, agent, method, path, ...(headers && { headers }) }
    const sent = http.request(options, (reply) => {
      const { statusCode: status = 0, headers: replied } = reply
      const rest = { status, retryAfter: replied['retry-after'], isLast: replied.connection === 'close' }
      resolve(text(reply).then((read) => ({ ...rest, body: status < 500 ? '' : read })))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
