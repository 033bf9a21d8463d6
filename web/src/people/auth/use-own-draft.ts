import type { DraftName } from '../../platform/lib/drafts/drafts.ts'
import { ownerOf, useUser } from './session.ts'

/** The draft of a form that belongs to the person at the page. */
export function useOwnDraft(form: string): DraftName {
  return { owner: ownerOf(useUser()), form }
}
