import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, type Level, type LoggerOptions, pino } from 'pino'

// Loaded only for a terminal: in production the output is a pipe or a file.
const pretty = process.stdout.isTTY ? (await import('pino-pretty')).default : null

// A second safeguard: the code should not log these at all.
const SECRETS = [
  'authorization',
  'password',
  'passwordHash',
  'accessToken',
  'token',
  'signature',
  'email',
  'phone',
  'pan',
  'smtpUrl',
]

/** Logs to standard output: readable lines in a terminal, otherwise JSON lines with UTC times in ISO 8601. */
export function createLog(level: Level = 'info', destination?: DestinationStream): FastifyBaseLogger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
    // A request is identified by its id; its URL and headers must not be logged.
    serializers: { req: () => undefined, res: () => undefined, err: errorForLog },
  }
  if (destination) return pino(options, destination)
  // Synchronous, so that it stays in order with other output.
  return pino(
    options,
    pretty
      ? pretty({ sync: true, singleLine: true, translateTime: 'SYS:HH:MM:ss' })
      : pino.destination({ dest: 1, sync: true }),
  )
}

/** Logs what happened and where, without details: PostgreSQL's error detail contains the row with people's data. */
function errorForLog(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, table, constraint } = error as { code?: unknown; table?: unknown; constraint?: unknown }
  const cause = error.cause === undefined ? undefined : errorForLog(error.cause)
  // An error of several steps has its reasons in here only.
  const errors = error instanceof AggregateError ? error.errors.map((each) => errorForLog(each)) : undefined
  return { type: error.name, message: error.message, stack: error.stack, code, table, constraint, cause, errors }
}
