import type { FinderView } from '@petsetu/contract/site/public-pages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'

/** The heading of a finder's page, which is its title, too. */
export function finderTitle(view: FinderView, text: Translate): string {
  if (view.kind === 'form') return text('found.title', { name: view.petName })
  if (view.kind === 'thread') return text('found.threadTitle', { name: view.petName })
  if (view.kind === 'noPet') return text('found.noPetTitle')
  return text(view.kind === 'noThread' ? 'found.noThreadTitle' : 'found.failedTitle')
}
