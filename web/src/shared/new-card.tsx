import type { Site } from '@petsetu/contract/site/site.ts'
import { type ReactNode, useEffect, useState } from 'react'

type Props = {
  membershipId: number
  site: Site
}

/**
 * The member's card, after a membership was paid. Its code is loaded only then, because few visitors of these pages come so far; without
 * it the success is still told, and the card is on its own page.
 */
export function NewCard({ membershipId, site }: Props) {
  const [card, setCard] = useState<ReactNode>(null)
  useEffect(() => {
    let isShown = true
    import('./member-card/card-sheet.tsx')
      .then(({ readCardOf }) => readCardOf(membershipId, site))
      .then((read) => isShown && setCard(read))
      .catch((error: unknown) => console.warn('The card is not shown:', error))
    return () => {
      isShown = false
    }
  }, [membershipId, site])
  return card
}
