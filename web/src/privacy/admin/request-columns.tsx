import { Button } from '@mantine/core'
import type { ListedPrivacyRequest, PrivacyRequestState } from '@petsetu/contract/privacy.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconCheck } from '@tabler/icons-react'
import { formatLongInstant } from '../../languages/page-text.ts'
import type { Column } from '../../ui/table/data-table.tsx'
import { sortBy } from '../../ui/table/sort-head.tsx'
import { DueDay, Person, RequestText } from './request-cells.tsx'

export function columns(
  text: Translate,
  state: PrivacyRequestState,
  onFinish: (request: ListedPrivacyRequest) => void,
): Column<ListedPrivacyRequest>[] {
  const common: Column<ListedPrivacyRequest>[] = [
    { head: text('privacyRequests.number'), cell: ({ id }) => id, isTight: true },
    { head: text('privacyRequests.person'), inCard: 'title', cell: (request) => <Person request={request} /> },
    { head: text('privacyRequests.asks'), cell: (request) => <RequestText request={request} /> },
    {
      head: text('privacyRequests.received'),
      sort: sortBy('received', { isUsual: state === 'open' }),
      cell: ({ created_at }) => formatLongInstant(created_at),
      isTight: true,
    },
  ]
  if (state === 'done') {
    return [
      ...common,
      {
        head: text('privacyRequests.doneOn'),
        sort: sortBy('done', { isUsual: true }),
        cell: ({ done_at }) => done_at && formatLongInstant(done_at),
        isTight: true,
      },
      { head: text('labels.answer'), cell: ({ answer }) => answer },
    ]
  }
  return [
    ...common,
    {
      head: text('privacyRequests.due'),
      sort: sortBy('due'),
      cell: (request) => <DueDay request={request} />,
      isTight: true,
    },
    {
      head: text('columns.actions'),
      inCard: 'actions',
      cell: (request) => (
        <Button
          variant="subtle"
          px={8}
          ml={-8}
          leftSection={<IconCheck size={18} aria-hidden />}
          aria-label={text('privacyRequests.markDoneOf', {
            kind: text(`privacyKinds.${request.kind}`),
            person: request.email,
          })}
          onClick={() => onFinish(request)}
        >
          {text('privacyRequests.markDone')}
        </Button>
      ),
    },
  ]
}
