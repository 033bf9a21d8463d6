import { read, readAll, remove, write } from './draft-store.ts'
import { UNSENT_PREFIX } from './forget-typed.ts'
import { keepTabId, draftKey as keyOf } from './own-tab.ts'
import { VISITOR } from './storage/storage.ts'

/** The owner is an account's id or VISITOR. */
export type DraftName = { owner: string; form: string }

/** Unsaved input of a form. */
export type Draft = {
  /** Only the fields that differ from the form's initial values. */
  values: Record<string, unknown>
  /** The version of the record that the changes were made to; null for something new. */
  baseVersion: number | string | null
}

// The drafts of a closed tab are unreachable, and are deleted after this time; so is what could not be sent.
const KEPT_MS_MAX = 14 * 24 * 60 * 60 * 1_000

const FILES = 'files'

const tidiedFor = new Set<string>()

/** The draft of this tab, or null. A visitor's draft passes to the account that the visitor signs in to. */
export async function readDraft(name: DraftName): Promise<Draft | null> {
  return (await readKept(name, '')) as Draft | null
}

/** Stores the draft, or deletes it if no field has changed. */
export async function keepDraft(name: DraftName, draft: Draft): Promise<void> {
  if (Object.keys(draft.values).length === 0) return remove([keyOf(name)])
  keepTabId()
  await write(keyOf(name), draft)
}

export async function readDraftFiles(name: DraftName): Promise<File[]> {
  return ((await readKept(name, FILES)) ?? []) as File[]
}

/** False if the browser cannot store them: then they live as long as this page. */
export async function keepDraftFiles(name: DraftName, files: File[]): Promise<boolean> {
  if (files.length === 0) {
    await remove([keyOf(name, FILES)])
    return true
  }
  keepTabId()
  return write(keyOf(name, FILES), files)
}

export async function dropDraft(name: DraftName): Promise<void> {
  const start = keyOf(name)
  const kept = await readAll()
  await remove(kept.map(([key]) => key).filter((key) => key.startsWith(start)))
}

/**
 * Deletes what was kept too long ago, and what belongs to other accounts, once per page and owner. A complaint that waits to be sent is
 * not deleted with another account's drafts.
 */
export async function tidyDrafts(owner: string): Promise<void> {
  if (tidiedFor.has(owner)) return
  tidiedFor.add(owner)
  const oldest = Date.now() - KEPT_MS_MAX
  const isForeign = (key: string) =>
    owner !== VISITOR && !key.startsWith(UNSENT_PREFIX) && ![owner, VISITOR].includes(key.split(' ')[1] ?? '')
  const kept = await readAll()
  await remove(kept.filter(([key, { keptAt }]) => keptAt < oldest || isForeign(key)).map(([key]) => key))
}

async function readKept(name: DraftName, field: string): Promise<unknown> {
  await tidyDrafts(name.owner)
  const own = await read(keyOf(name, field))
  if (own !== null || name.owner === VISITOR) return own
  const key = keyOf({ ...name, owner: VISITOR }, field)
  const handedOver = await read(key)
  if (handedOver === null) return null
  keepTabId()
  await write(keyOf(name, field), handedOver)
  await remove([key])
  return handedOver
}
