import type { AttachmentType } from '@petsetu/contract/complaint-files.ts'
import type { AttachmentKind } from './content-kind.ts'
import { newName } from './incoming-files.ts'

/** What is stored for a file: what is shown of it and, where that is something else, what came. */
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

// Of what is sealed: never the name of something that is shown.
export const ORIGINAL_NAME = /^[a-z0-9]{32}-original\.(jpg|png)$/

export const newStoredName = (kind: AttachmentKind) => `${newName()}.${kind}`
export const newOriginalName = (kind: AttachmentKind) => `${newName()}-original.${kind}`
