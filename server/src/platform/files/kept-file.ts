import type { AttachmentType } from '@petsetu/contract/complaints/complaint-files.ts'
import type { AttachmentKind } from './content-kind.ts'
import { newName } from './incoming-files.ts'

/** The stored names of a file: of the version that is shown and, where that is something else, of the original. */
export type StoredNames = { name: string; originalName: string | null }

/** A stored file. `sha256` and `bytes` are those of what came. */
export type KeptFile = StoredNames & { sha256: string; bytes: number; type: AttachmentType }

export const TYPES: Record<AttachmentKind, AttachmentType> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
}

// The form of stored names. PostgreSQL is queried for no other, since it rejects NUL characters.
export const STORED_NAME = /^[a-z0-9]{32}\.(pdf|jpg|png)$/

// Matches names of originals. Originals are never served.
export const ORIGINAL_NAME = /^[a-z0-9]{32}-original\.(jpg|png)$/

export const newStoredName = (kind: AttachmentKind) => `${newName()}.${kind}`
export const newOriginalName = (kind: AttachmentKind) => `${newName()}-original.${kind}`
