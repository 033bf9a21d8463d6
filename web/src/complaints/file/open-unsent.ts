import { keepDraft, keepDraftFiles, readDraft } from '../../lib/drafts.ts'
import { keepFilingKey } from './filing-key.ts'
import { removeUnsent, type Unsent } from './unsent.ts'
import { COMPLAINT_DRAFT } from './use-complaint-form.ts'

/** Makes an unsent complaint the draft of this tab's form. False, and nothing is changed, if the form holds another one. */
export async function openUnsent(owner: string, unsent: Unsent): Promise<boolean> {
  const draft = { owner, form: COMPLAINT_DRAFT }
  if ((await readDraft(draft))?.values.description) return false
  await keepDraft(draft, { values: unsent.values, baseVersion: null })
  await keepDraftFiles(draft, unsent.files)
  keepFilingKey(unsent.key)
  await removeUnsent(owner, unsent)
  return true
}
