import type { Readable } from 'node:stream'

export type StoredFile = { content: Readable; bytes: number }

/** Storage for attachments, under names that we generate. */
export type FileDriver = {
  /** Stores the file at `temporaryPath` durably under this name; the driver may move the file. */
  put: (name: string, temporaryPath: string) => Promise<void>
  remove: (name: string) => Promise<void>
  read: (name: string) => Promise<StoredFile | null>
  /** All stored files, by name. */
  list: () => AsyncIterable<{ name: string; changedAt: Date }>
}
