import { invalid } from '../errors.ts'
import { rejectOthers } from '../fields.ts'
import type { Row } from '../state.ts'

export type Page = { from: number; to: number; count: number; skip: number }

type Collection = { entity: 'collection'; count: number; items: unknown[] }

/** A page of a list: `from` and `to` in Unix seconds, both included; 10 items by default, 100 at most. */
export function readPage(query: URLSearchParams, others: string[] = []): Page {
  rejectOthers(Object.fromEntries(query), ['from', 'to', 'count', 'skip', ...others])
  const count = wholeNumber(query, 'count', 10)
  if (count < 1) throw invalid('The count must be at least 1.', 'count')
  if (count > 100) throw invalid('The count may not be greater than 100.', 'count')
  return {
    from: wholeNumber(query, 'from', 0),
    to: wholeNumber(query, 'to', Number.MAX_SAFE_INTEGER),
    count,
    skip: wholeNumber(query, 'skip', 0),
  }
}

export function collection(rows: Row[]): Collection {
  return { entity: 'collection', count: rows.length, items: rows.map((row) => JSON.parse(String(row.entity))) }
}

function wholeNumber(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name)
  if (text === null) return fallback
  if (!/^\d{1,15}$/.test(text)) throw invalid(`The ${name} must be an integer.`, name)
  return Number(text)
}
