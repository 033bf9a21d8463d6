import type { FastifyBaseLogger } from 'fastify'

type How = Parameters<FastifyBaseLogger['child']>
type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/**
 * Makes the log of a request, with its id, when somebody first writes with it. Few do, and to look for secrets in the id of every
 * request took a quarter of the memory of a scan.
 */
export function lateLog(parent: FastifyBaseLogger, ...how: How): FastifyBaseLogger {
  return new LateLog(parent, how)
}

class LateLog implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger
  readonly #how: How
  #made: FastifyBaseLogger | null = null

  constructor(parent: FastifyBaseLogger, how: How) {
    this.#parent = parent
    this.#how = how
  }

  get #own(): FastifyBaseLogger {
    this.#made ??= this.#parent.child(...this.#how)
    return this.#made
  }

  #write(level: Level, line: unknown[]): void {
    Reflect.apply(this.#own[level], this.#own, line)
  }

  get level() {
    return this.#own.level
  }
  child(...how: How): FastifyBaseLogger {
    return this.#own.child(...how)
  }
  fatal(...line: unknown[]) {
    this.#write('fatal', line)
  }
  error(...line: unknown[]) {
    this.#write('error', line)
  }
  warn(...line: unknown[]) {
    this.#write('warn', line)
  }
  info(...line: unknown[]) {
    this.#write('info', line)
  }
  debug(...line: unknown[]) {
    this.#write('debug', line)
  }
  trace(...line: unknown[]) {
    this.#write('trace', line)
  }
  silent(...line: unknown[]) {
    this.#write('silent', line)
  }
}
