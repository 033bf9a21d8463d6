import { IconMessage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../languages/use-text.tsx'
import type { LoadFirst } from '../../lib/first-data.ts'
import { ownThreads } from '../../shared/new-threads.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { CardGridSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import card from '../../ui/layout/card.module.css'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { ListedThread } from '../listed-thread.tsx'

/** Lists the messages of finders of one's pets. */
export function FoundPage() {
  const text = useText()
  return (
    <>
      <PageTitle>{text('titles.found')}</PageTitle>
      <Threads />
    </>
  )
}

FoundPage.load = ((prefetch) => prefetch(ownThreads)) satisfies LoadFirst

function Threads() {
  const text = useText()
  const threads = useQuery(ownThreads)
  return (
    <Loaded query={threads} skeleton={<CardGridSkeleton />} failure={text('conversation.listFailed')}>
      {(own) =>
        own.length === 0 ? (
          <EmptyState icon={<IconMessage size={36} stroke={1.5} />} message={text('conversation.none')}>
            <p>{text('conversation.noneExplanation')}</p>
          </EmptyState>
        ) : (
          <ul className={card.grid}>
            {own.map((thread) => (
              <ListedThread key={thread.id} thread={thread} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
