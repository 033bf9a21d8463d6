import { Box } from '@mantine/core'
import { THREADS_LISTED_MAX } from '@petsetu/contract/pets/list-limits.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../platform/languages/use-text.tsx'
import type { PageLoader } from '../../../platform/lib/requests/first-data.ts'
import { EmptyState } from '../../../platform/ui/feedback/empty-state.tsx'
import { CardGridSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../platform/ui/feedback/loaded.tsx'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'
import { NewestOnly } from '../../../platform/ui/table/newest-only.tsx'
import { ownThreads } from '../../../shared/pets/own-threads.ts'
import { ListedThread, ThreadList } from '../listed-thread.tsx'

/** Lists the messages of finders of one's pets. */
export function FoundPage() {
  const text = useText()
  return (
    // As wide as a conversation, so that opening one moves nothing.
    <Box maw={720} mx="auto">
      <PageTitle>{text('titles.found')}</PageTitle>
      <Threads />
    </Box>
  )
}

FoundPage.load = ((prefetch) => prefetch(ownThreads)) satisfies PageLoader

function Threads() {
  const text = useText()
  const threads = useQuery(ownThreads)
  return (
    <Loaded query={threads} skeleton={<CardGridSkeleton />} failure={text('conversation.listFailed')}>
      {(own) =>
        own.length === 0 ? (
          <EmptyState picture="letters" message={text('conversation.none')}>
            <p>{text('conversation.noneExplanation')}</p>
          </EmptyState>
        ) : (
          <>
            <ThreadList>
              {own.map((thread) => (
                <ListedThread key={thread.id} thread={thread} />
              ))}
            </ThreadList>
            <NewestOnly rows={own} max={THREADS_LISTED_MAX} />
          </>
        )
      }
    </Loaded>
  )
}
