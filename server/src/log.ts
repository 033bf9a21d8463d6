import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, type Level, type LoggerOptions, pino } from 'pino'

const WRITTEN_TOGETHER_MAX = 8_192

// The last line of defence: the code does not log these, and if it did they would not be seen.
const SECRETS = ['authorization', 'password', 'passwordHash', 'accessToken', 'token', 'signature', 'email', 'phone']

/** Structured lines on standard output, times in UTC as ISO 8601. */
export function createLog(level: Level = 'info', destination?: DestinationStream): FastifyBaseLogger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
    // A request is told by its id; its address and headers are not for the log.
    serializers: { req: () => undefined, res: () => undefined, err: errorForLog },
  }
  return pino(options, destination ?? standardOutput())
}

/**
 * Written once a turn of the event loop, all lines of it together: a system call for each would take a tenth of the time of a scan. Not by
 * `flushSync`, which waits for the disk each time, and for ever where nobody reads any more.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, minLength: WRITTEN_TOGETHER_MAX })
  let isPlanned = false
  const flush = () => {
    isPlanned = false
    output.flush()
  }
  process.on('exit', flush)
  return {
    write(line) {
      output.write(line)
      if (isPlanned) return
      isPlanned = true
      setImmediate(flush)
    },
  }
}

/** What happened and where, and nothing else: PostgreSQL's report of an error holds the row, with what people wrote in it. */
function errorForLog(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, table, constraint } = error as { code?: unknown; table?: unknown; constraint?: unknown }
  const cause = error.cause === undefined ? undefined : errorForLog(error.cause)
  return { type: error.name, message: error.message, stack: error.stack, code, table, constraint, cause }
}
