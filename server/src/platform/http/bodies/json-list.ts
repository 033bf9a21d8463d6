import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

const BATCH_ROWS = 500

type ReadBatch<Row> = (last: Row | null, limit: number) => Promise<Row[]>

/** Streams a list as JSON by batches, so that neither memory nor a connection waits for a slow reader. */
export async function streamList<Row>(reply: FastifyReply, readBatch: ReadBatch<Row>): Promise<Readable> {
  return streamJson(reply, listText(await inBatches(readBatch)))
}

/** Streams the list as `data` of a success reply, together with `rest`; `shown` maps a row to what the reply holds. */
export async function streamSuccess<Row>(
  reply: FastifyReply,
  rest: object,
  readBatch: ReadBatch<Row>,
  shown: (row: Row) => unknown = (row) => row,
): Promise<Readable> {
  const before = JSON.stringify({ status: 'success', ...rest }).slice(0, -1)
  return streamJson(reply, wrapped(`${before},"data":`, listText(await inBatches(readBatch), shown), '}'))
}

function streamJson(reply: FastifyReply, text: AsyncGenerator<string>): Readable {
  reply.header('content-type', 'application/json; charset=utf-8')
  return Readable.from(text)
}

/** Yields batches of rows. It resolves after the first, so that its error can still be answered with a status. */
export async function inBatches<Row>(readBatch: ReadBatch<Row>): Promise<AsyncGenerator<Row[]>> {
  const first = await readBatch(null, BATCH_ROWS)
  return (async function* batches() {
    for (let rows = first; rows.length > 0; ) {
      yield rows
      if (rows.length < BATCH_ROWS) return
      rows = await readBatch(rows.at(-1) ?? null, BATCH_ROWS)
    }
  })()
}

async function* listText<Row>(
  batches: AsyncGenerator<Row[]>,
  shown: (row: Row) => unknown = (row) => row,
): AsyncGenerator<string> {
  let separator = '['
  for await (const rows of batches) {
    yield separator + rows.map((row) => JSON.stringify(shown(row))).join(',')
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

async function* wrapped(before: string, inner: AsyncGenerator<string>, after: string): AsyncGenerator<string> {
  yield before
  yield* inner
  yield after
}
