import { Button } from '@mantine/core'
import { type Breach, type BreachLetters, breachCalls } from '@petsetu/contract/people/breaches.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { useEffect, useState } from 'react'
import { useText } from '../../../../platform/languages/use-text.tsx'
import { callQuery } from '../../../../platform/lib/requests/call-query.ts'
import { Notice } from '../../../../platform/ui/feedback/notice.tsx'

/** The anchors of the letters and of the steps. */
export const AUTHORITY_LETTER = 'authority'
export const PEOPLE_LETTERS = 'people'
export const BREACH_STEPS = 'steps'

export type Drafts = Reply<typeof breachCalls.drafts>['data']

export const STALE = [breachCalls.read, breachCalls.list, breachCalls.listTold, breachCalls.drafts]

// They change with what is known of the breach. A form takes new ones only while nobody has written in it, or by its button.
export const draftsOf = (id: number) => ({
  ...callQuery(breachCalls.drafts, { params: { id: String(id) } }),
  refetchOnWindowFocus: false,
})

type NewDraftsOptions = {
  drafts: BreachLetters
  /** True if the form still says what these drafts say. */
  isUntouched: (begun: BreachLetters) => boolean
  /** Puts the newest drafts into the form. */
  onTake: () => void
}

/** Takes new drafts into a form that nobody has written in; for another one, `hasNew` says that there are some. */
export function useNewDrafts({ drafts, isUntouched, onTake }: NewDraftsOptions) {
  // The form began with these.
  const [begun, setBegun] = useState(drafts)

  function take() {
    setBegun(drafts)
    onTake()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change of the drafts.
  useEffect(() => {
    if (drafts !== begun && isUntouched(begun)) take()
  }, [drafts])

  return { hasNew: drafts !== begun, take, begin: setBegun }
}

export const isSame = (one: Record<string, string>, other: Record<string, string>) =>
  Object.keys(other).every((field) => one[field] === other[field])

/** Says that the drafts have changed since a letter was begun, with the button that takes them. */
export function NewDrafts({ onTake }: { onTake: () => void }) {
  const text = useText()
  return (
    <Notice kind="info">
      <p>{text('breaches.newDrafts')}</p>
      <Button variant="default" mt="xs" onClick={onTake}>
        {text('breaches.takeDrafts')}
      </Button>
    </Notice>
  )
}

/** The law gives hours to tell the authorities: the letters to people are the page's main thing after that. */
export const isAuthorityNext = ({ team, board }: Breach) => !team.told_at || !board.told_at
