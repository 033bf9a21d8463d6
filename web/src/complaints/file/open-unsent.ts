import { keepDraft, keepDraftFiles, readDraft } from '../../lib/drafts.ts'
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
  await removeUnsent(owner, unsent)
  return true
}

/** True if somebody has begun to describe a complaint in this tab's form. */
export async function hasDraft(owner: string): Promise<boolean> {
  return Boolean((await readDraft({ owner, form: COMPLAINT_DRAFT }))?.values.description)
}
