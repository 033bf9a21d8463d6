import type { Evidence } from '../evidence.ts'

const ORPHAN_MS_MAX = 24 * 60 * 60_000

/** I15: all files of every row exist, a complaint names its first file, and no file without a row is older than a day. */
export function filesAndRowsBelongTogether({ books, files, now }: Evidence): string[] {
  const stored = new Set(files.filter(({ isIncoming }) => !isIncoming).map(({ name }) => name))
  const named = books.complaintFiles.flatMap(({ complaint_id: id, name, original_name }) =>
    [name, original_name].flatMap((file) => (file === null ? [] : [{ id, file }])),
  )
  const attached = new Set([...books.complaints.map(({ file_path }) => file_path), ...named.map(({ file }) => file)])
  const first = new Map(
    books.complaintFiles.filter(({ position }) => position === 0).map(({ complaint_id, name }) => [complaint_id, name]),
  )
  return [
    ...named.filter(({ file }) => !stored.has(file)).map(({ id }) => `a file of complaint ${id} is missing`),
    ...books.complaints
      .filter(({ id, file_path }) => file_path !== (first.get(id) ?? null))
      .map(({ id }) => `complaint ${id} names another file than its first`),
    ...books.complaints
      .filter(({ file_path }) => file_path !== null && !stored.has(file_path))
      .map(({ id }) => `the file of complaint ${id} is missing`),
    ...files
      .filter(({ name, isIncoming }) => isIncoming || !attached.has(name))
      .filter(({ modifiedAt }) => now.getTime() - modifiedAt.getTime() > ORPHAN_MS_MAX)
      .map(({ name }) => `file ${name} belongs to nothing and is older than a day`),
  ]
}
