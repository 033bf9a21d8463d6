import type { Evidence } from '../evidence.ts'

const ORPHAN_MS_MAX = 24 * 60 * 60_000

/** I15: every row's file exists, and no file without a row is older than a day. */
export function filesAndRowsBelongTogether({ books, files, now }: Evidence): string[] {
  const stored = new Set(files.filter(({ isIncoming }) => !isIncoming).map(({ name }) => name))
  const attached = new Set(books.complaints.map(({ file_path }) => file_path))
  return [
    ...books.complaints
      .filter(({ file_path }) => file_path !== null && !stored.has(file_path))
      .map(({ id }) => `the file of complaint ${id} is missing`),
    ...files
      .filter(({ name, isIncoming }) => isIncoming || !attached.has(name))
      .filter(({ modifiedAt }) => now.getTime() - modifiedAt.getTime() > ORPHAN_MS_MAX)
      .map(({ name }) => `file ${name} belongs to nothing and is older than a day`),
  ]
}
