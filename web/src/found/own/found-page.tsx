import { foundCalls } from '@petsetu/contract/found.ts'
import { IconMessage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../languages/use-text.tsx'
import { dataQuery } from '../../lib/data-query.ts'
import { type LoadFirst, startedAtArrival } from '../../lib/first-data.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { CardGridSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import card from '../../ui/layout/card.module.css'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { ListedThread } from '../listed-thread.tsx'

const ownThreads = startedAtArrival(dataQuery(foundCalls.listOwn))

/** What finders of one's pets have written. */
export function FoundPage() {
  const text = useText()
  return (
    <>
      <PageTitle>{text('titles.found')}</PageTitle>
      <Threads />
    </>
  )
}

FoundPage.load = ((queries) => queries.prefetchQuery(ownThreads)) satisfies LoadFirst

function Threads() {
  const text = useText()
  const threads = useQuery(ownThreads)
  if (threads.isPending) return <CardGridSkeleton />
  if (threads.isLoadingError) return <ErrorBox message={text('conversation.listFailed')} onRetry={threads.refetch} />
  if (threads.data.length === 0) {
    return (
      <EmptyState icon={<IconMessage size={36} stroke={1.5} />} message={text('conversation.none')}>
        <p>{text('conversation.noneExplanation')}</p>
      </EmptyState>
    )
  }
  return (
    <ul className={card.grid}>
      {threads.data.map((thread) => (
        <ListedThread key={thread.id} thread={thread} />
      ))}
    </ul>
  )
}
