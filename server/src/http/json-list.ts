import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

const BATCH_ROWS = 500

/**
 * A whole list as JSON, read and sent batch by batch: memory stays flat however long it is, and no database connection
 * waits for a slow reader. `readBatch` gives at most `limit` rows that follow `last` (null: from the start).
 */
export function streamList<Row>(
  reply: FastifyReply,
  readBatch: (last: Row | null, limit: number) => Promise<Row[]>,
): Readable {
  reply.header('content-type', 'application/json; charset=utf-8')
  return Readable.from(jsonOf(readBatch))
}

async function* jsonOf<Row>(readBatch: (last: Row | null, limit: number) => Promise<Row[]>): AsyncGenerator<string> {
  let last: Row | null = null
  let separator = '['
  for (;;) {
    const rows: Row[] = await readBatch(last, BATCH_ROWS)
    let text = ''
    for (const row of rows) {
      text += separator + JSON.stringify(row)
      separator = ','
    }
    if (text) yield text
    if (rows.length < BATCH_ROWS) break
    last = rows.at(-1) ?? null
  }
  yield separator === '[' ? '[]' : ']'
}
