import { Box, Button } from '@mantine/core'
import { type FoundThread, foundCalls } from '@petsetu/contract/pets/found.ts'
import { THREADS_LISTED_MAX } from '@petsetu/contract/pets/list-limits.ts'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../platform/languages/use-text.tsx'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../../platform/lib/requests/first-data.ts'
import { request } from '../../../platform/lib/requests/request.ts'
import { EmptyState } from '../../../platform/ui/feedback/empty-state.tsx'
import { CardGridSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../platform/ui/feedback/loaded.tsx'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'
import { NewestOnly } from '../../../platform/ui/table/newest-only.tsx'
import { DeleteButton } from '../../../platform/ui/table/row-actions.tsx'
import { ListedThread, ThreadList } from '../listed-thread.tsx'

const abuseQuery = callQuery(foundCalls.listAbuse, {})

/** The threads that owners reported as abuse. */
export function FoundAbusePage() {
  const text = useText()
  return (
    <>
      <PageTitle>{text('titles.foundAbuse')}</PageTitle>
      <Threads />
    </>
  )
}

FoundAbusePage.load = ((prefetch) => prefetch(abuseQuery)) satisfies PageLoader

function Threads() {
  const text = useText()
  const threads = useQuery(abuseQuery)
  return (
    <Loaded query={threads} skeleton={<CardGridSkeleton />} failure={text('conversation.listFailed')}>
      {(reported) =>
        reported.length === 0 ? (
          <EmptyState picture="letters" message={text('conversation.noneReported')}>
            <p>{text('conversation.noneReportedHint')}</p>
          </EmptyState>
        ) : (
          <>
            <ThreadList>
              {reported.map((thread) => (
                <ListedThread key={thread.id} thread={thread}>
                  <Actions thread={thread} />
                </ListedThread>
              ))}
            </ThreadList>
            <NewestOnly rows={reported} max={THREADS_LISTED_MAX} />
          </>
        )
      }
    </Loaded>
  )
}

function Actions({ thread }: { thread: FoundThread }) {
  const text = useText()
  const close = useSave({
    call: foundCalls.closeAny,
    send: ({ id }: FoundThread) => request(foundCalls.closeAny, { params: { id: String(id) } }),
    rowOf: ({ id }) => id,
    invalidates: [foundCalls.listAbuse],
    failure: { fallback: text('conversation.failed') },
  })
  const deletion = useSave({
    call: foundCalls.deleteAny,
    send: ({ id }: FoundThread) => request(foundCalls.deleteAny, { params: { id: String(id) } }),
    confirm: ({ pet_name: name }) => ({
      title: text('conversation.deleteQuestion', { name }),
      children: text('conversation.deleteExplanation'),
      confirmLabel: text('conversation.delete'),
    }),
    rowOf: ({ id }) => id,
    invalidates: [foundCalls.listAbuse],
    failure: { fallback: text('conversation.failed') },
  })
  return (
    // The word of the first button begins below the reason.
    <Box ml={-8}>
      {!thread.closed_at && (
        <Button
          variant="subtle"
          px={8}
          leftSection={<IconLock size={18} aria-hidden />}
          aria-label={`${text('conversation.close')}: ${thread.pet_name}`}
          loading={close.isSaving(thread.id)}
          onClick={() => close.start(thread)}
        >
          {text('conversation.close')}
        </Button>
      )}
      <DeleteButton
        name={thread.pet_name}
        isBusy={deletion.isSaving(thread.id)}
        onClick={() => deletion.start(thread)}
      />
    </Box>
  )
}
