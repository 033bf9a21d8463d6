import type { Call, Checked, Reply } from '@petsetu/contract/platform/call.ts'
import type { ErrorCode, ErrorReply } from '@petsetu/contract/platform/envelope.ts'

type Rejection = { status: number; reply: ErrorReply }

/** A list's page, with the number of all its rows. */
type ListPage<C extends Call> = { reply: Reply<C>; total: number }

type Outcome<C extends Call> = Reply<C> | Rejected | Listed<C> | NoAnswer

type Request<C extends Call> = Checked<C> & { headers: Headers; files: File[] }

/** A call is answered always alike, or by a function of the request, which may be asynchronous. */
type Behaviour<C extends Call> = Outcome<C> | ((request: Request<C>) => Outcome<C> | Promise<Outcome<C>>)

class Rejected {
  readonly rejection: Rejection
  constructor(rejection: Rejection) {
    this.rejection = rejection
  }
}

class Listed<C extends Call> {
  readonly page: ListPage<C>
  constructor(page: ListPage<C>) {
    this.page = page
  }
}

class NoAnswer {}

/** The connection breaks: the browser gets no answer at all. */
export const NO_ANSWER = new NoAnswer()

/** An error reply of the server. */
export function rejected(
  status: number,
  code: ErrorCode,
  message: string,
  further: Partial<Pick<ErrorReply, 'errors' | 'current' | 'ticket'>> = {},
): Rejected {
  return new Rejected({ status, reply: { status: 'error', code, message, ...further } })
}

/** One page of a list that has `total` rows. */
export function listed<C extends Call>(reply: Reply<C>, total: number): Listed<C> {
  return new Listed({ reply, total })
}

/** A request that arrived, with its parameters, query and body as the contract reads them. */
export type Arrived = { call: Call; params?: object; query?: object; body?: object; headers: Headers; files: File[] }

type Route = { call: Call; behave: (request: never) => unknown }

type Sent = { method: string; address: string; headers: Headers; body: unknown; files: File[] }

/**
 * Stands in for the server behind `fetch` and XMLHttpRequest. It knows the calls that a test gives it, and checks each request
 * and each reply by the contract. A request that the test did not expect, or that the contract rejects, fails the test.
 */
export class FakeServer {
  /** The requests that arrived, in order. */
  readonly arrived: Arrived[] = []
  /** Requests and replies that break the contract or that no test expects. Any of them fails the test at its end. */
  readonly faults: string[] = []
  /** The lead of its clock over the browser's. */
  aheadMs = 0
  #routes: Route[] = []

  /** Answers a call from now on; a later answer to the same call replaces an earlier one. */
  on<C extends Call>(call: C, behaviour: Behaviour<C>): this {
    const behave = typeof behaviour === 'function' ? (behaviour as (request: Request<C>) => unknown) : () => behaviour
    this.#routes = [{ call, behave }, ...this.#routes.filter((route) => route.call !== call)]
    return this
  }

  /** Answers a call that no test has answered. */
  byDefault<C extends Call>(call: C, behaviour: Behaviour<C>): this {
    return this.#routes.some((route) => route.call === call) ? this : this.on(call, behaviour)
  }

  /** The requests of one call so far. */
  requests<C extends Call>(call: C): (Checked<C> & Arrived)[] {
    return this.arrived.filter((request) => request.call === call) as (Checked<C> & Arrived)[]
  }

  /** Replaces the browser's means to send requests. Returns a function that restores them. */
  listen(): () => void {
    const { fetch: realFetch, XMLHttpRequest: RealXhr } = globalThis
    const answer = (sent: Sent) => this.#answer(sent)
    globalThis.fetch = (input, init) => {
      const request = new Request(new URL(String(input instanceof Request ? input.url : input), location.href), init)
      const { pathname, search } = new URL(request.url)
      if (!this.#isCall(pathname, search)) return realFetch(input, init)
      const body = typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body
      return withAbort(
        answer({ method: request.method, address: pathname + search, headers: request.headers, body, files: [] }),
        init?.signal,
      )
    }
    globalThis.XMLHttpRequest = fakeTransfer(answer)
    return () => Object.assign(globalThis, { fetch: realFetch, XMLHttpRequest: RealXhr })
  }

  // The files of the page itself come from the test runner.
  #isCall(pathname: string, search: string): boolean {
    return !/^\/(web|languages|contract|node_modules|@|__vitest)/.test(pathname) && !/[?&](import|v|t)=/.test(search)
  }

  async #answer({ method, address, headers, body, files }: Sent): Promise<Response> {
    const { pathname, searchParams } = new URL(address, location.href)
    const route = this.#routes.find(({ call }) => call.method === method && paramsOf(call.path, pathname) !== null)
    if (!route) return this.#fault(`nothing answers ${method} ${address}`)
    const { call } = route
    const parts = {
      params: paramsOf(call.path, pathname) ?? {},
      query: Object.fromEntries(searchParams),
      body: body instanceof FormData ? textFieldsOf(body) : body,
    }
    const request: Record<string, unknown> = { headers, files: body instanceof FormData ? filesOf(body) : files }
    for (const name of ['params', 'query', 'body'] as const) {
      const checked = call[name]?.safeParse(parts[name])
      if (checked && !checked.success) return this.#fault(`${method} ${address}: ${name}: ${checked.error.message}`)
      if (checked) request[name] = checked.data
    }
    this.arrived.push({ call, ...request } as Arrived)
    return this.#reply(call, await route.behave(request as never))
  }

  #reply(call: Call, outcome: unknown): Response {
    if (outcome instanceof NoAnswer) throw new TypeError('Failed to fetch')
    if (outcome instanceof Rejected) {
      const { status, reply } = outcome.rejection
      return Response.json(reply, { status })
    }
    const { reply, total } = outcome instanceof Listed ? outcome.page : { reply: outcome, total: null }
    const checked = call.reply.safeParse(reply)
    if (!checked.success) return this.#fault(`the answer of the test to ${call.path}: ${checked.error.message}`)
    const status = call.status ?? 200
    const date = new Date(Date.now() + this.aheadMs).toUTCString()
    const headers = { date, ...(total !== null && { 'x-total-count': String(total) }) }
    if (status === 204) return new Response(null, { status, headers })
    return call.file ? new Response(String(reply), { status, headers }) : Response.json(reply, { status, headers })
  }

  #fault(text: string): Response {
    this.faults.push(text)
    return Response.json({ status: 'error', code: 'unexpected', message: text }, { status: 500 })
  }
}

function paramsOf(pattern: string, pathname: string): Record<string, string> | null {
  const names: string[] = []
  const source = pattern.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name)
    return '([^/]+)'
  })
  const match = new RegExp(`^${source}$`).exec(pathname)
  return match && Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')]))
}

function textFieldsOf(form: FormData): Record<string, FormDataEntryValue> {
  return Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))
}

function filesOf(form: FormData): File[] {
  return [...form.values()].filter((value) => value instanceof File)
}

/** A request that is cancelled rejects at once, whatever the test's answer does. */
function withAbort(answer: Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  if (!signal) return answer
  const cancelled = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([answer, cancelled])
}

/** An XMLHttpRequest, as `send-form.ts` uses it, whose messages go to `answer`. */
function fakeTransfer(answer: (sent: Sent) => Promise<Response>): typeof XMLHttpRequest {
  class FakeTransfer extends EventTarget {
    upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null }
    onload: (() => void) | null = null
    onerror: (() => void) | null = null
    onabort: (() => void) | null = null
    onloadend: (() => void) | null = null
    status = 0
    responseText = ''
    #method = ''
    #address = ''
    #isAborted = false
    readonly #headers = new Headers()

    open(method: string, address: string) {
      this.#method = method
      this.#address = address
    }

    setRequestHeader(name: string, value: string) {
      this.#headers.set(name, value)
    }

    abort() {
      this.#isAborted = true
      this.onabort?.()
      this.onloadend?.()
    }

    async send(body: FormData) {
      this.upload.onprogress?.({ loaded: 1, total: 1 })
      try {
        const response = await answer({
          method: this.#method,
          address: this.#address,
          headers: this.#headers,
          body,
          files: [],
        })
        if (this.#isAborted) return
        this.status = response.status
        this.responseText = await response.text()
        this.onload?.()
      } catch {
        if (!this.#isAborted) this.onerror?.()
      }
      this.onloadend?.()
    }
  }
  return FakeTransfer as unknown as typeof XMLHttpRequest
}
