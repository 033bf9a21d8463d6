import { keepDraft, keepDraftFiles, readDraft, readDraftFiles } from '../../lib/drafts.ts'
import { keepFilingKey } from './filing-key.ts'
import { removeUnsent, type Unsent } from './unsent.ts'
import { COMPLAINT_DRAFT } from './use-complaint-form.ts'

/** Makes an unsent complaint the draft of this tab's form. False, and nothing is changed, if the form holds another one. */
export async function openUnsent(owner: string, unsent: Unsent): Promise<boolean> {
  if (await hasDraft(owner)) return false
  const draft = { owner, form: COMPLAINT_DRAFT }
  await keepDraft(draft, { values: unsent.values, baseVersion: null })
  await keepDraftFiles(draft, unsent.files)
  keepFilingKey(unsent.key)
  await removeUnsent(unsent)
  return true
}

/** True if somebody has changed a field of this tab's form, or chosen a file. */
export async function hasDraft(owner: string): Promise<boolean> {
  const draft = { owner, form: COMPLAINT_DRAFT }
  const typed = await readDraft(draft)
  return Object.keys(typed?.values ?? {}).length > 0 || (await readDraftFiles(draft)).length > 0
}
