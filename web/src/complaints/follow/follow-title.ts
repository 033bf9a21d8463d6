import type { FollowView } from '@petsetu/contract/site/public-pages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'

/** The heading of the page, which is its title, too. */
export function followTitle(view: FollowView, text: Translate): string {
  if (view.kind === 'case') return text('follow.title', { id: view.found.id })
  if (view.kind === 'unknown') return text('follow.unknownTitle')
  return text(view.kind === 'failed' ? 'follow.failedTitle' : 'follow.trackTitle')
}
