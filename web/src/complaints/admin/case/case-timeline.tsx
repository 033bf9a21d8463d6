import { Text } from '@mantine/core'
import { caseCalls, EVENT_LABELS, wordsOfEvent } from '@petsetu/contract/complaints/cases.ts'
import { BUNDLE, type CaseEvent } from '@petsetu/contract/complaints/complaint-schemas.ts'
import type { Complaint } from '@petsetu/contract/complaints/complaints.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatLongTime } from '../../../platform/languages/page-formats.ts'
import { useLanguage, useText } from '../../../platform/languages/use-text.tsx'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import { TableSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../platform/ui/feedback/loaded.tsx'
import { PlainList } from '../../../platform/ui/layout/card-parts.tsx'
import { Typed } from '../../../platform/ui/layout/panel.tsx'
import classes from '../case.module.css'

// The complainant may answer while the case is looked at.
const RELOAD_MS = 60 * 1_000

/** Shows the history of a case, newest first, with people and times. The assignee may have lost the duty. */
export function CaseTimeline({ id, assignee }: Pick<Complaint, 'id' | 'assignee'>) {
  const text = useText()
  const language = useLanguage()
  const params = { id: String(id) }
  const events = useQuery({ ...callQuery(caseCalls.listEvents, { params }), refetchInterval: RELOAD_MS })
  const listed = useQuery(callQuery(caseCalls.listAssignees, {})).data?.data
  const admins = listed && assignee ? [...listed, assignee] : (listed ?? null)
  // An earlier assignee may have left, or have other duties now.
  const writing = { text, language, admins, unnamed: 'caseEvents.otherAdmin' } as const
  const words = (kind: CaseEvent['kind'], value: string) => wordsOfEvent(kind, value, writing)
  return (
    <Loaded query={events} skeleton={<TableSkeleton rows={3} />} failure={text('caseEvents.loadFailed')}>
      {({ data }) => (
        <PlainList component="ol" gap="md">
          {[...data].reverse().map((event) => (
            <li key={event.id} className={classes.event} data-internal={event.internal}>
              <p>
                <strong>{text(isAnswer(event) ? 'caseEvents.answer' : EVENT_LABELS[event.kind])}</strong>{' '}
                {changeOf(event, text, words)}
              </p>
              {event.text && <Typed>{event.text}</Typed>}
              <Text c="dimmed" inherit>
                {whoOf(event, text)} · {formatLongTime(event.at)}
                {event.internal && (
                  <span>
                    {' '}
                    <IconEyeOff size={16} aria-hidden /> {text('caseEvents.internal')}
                  </span>
                )}
              </Text>
            </li>
          ))}
        </PlainList>
      )}
    </Loaded>
  )
}

/** True for a note of an admin that the complainant sees. */
export function isAnswer({ kind, by, internal }: CaseEvent): boolean {
  return kind === 'note' && by === 'admin' && !internal
}

function whoOf({ by, username }: CaseEvent, text: Translate): string {
  if (by === 'admin') return username ?? text('caseEvents.formerAdmin')
  return text(by === 'complainant' ? 'caseEvents.complainant' : 'caseEvents.system')
}

/** The change in words, such as 'Pending → Resolved'. */
function changeOf(
  { kind, before, after }: CaseEvent,
  text: Translate,
  words: (kind: CaseEvent['kind'], value: string) => string,
): string {
  const shown = (value: string | null) => (value === null ? null : words(kind, value))
  const [from, to] = [shown(before), shown(after)]
  // The names of files say nothing, and beside each reopening stands its change of status.
  if (kind === 'file' || kind === 'reopen') return ''
  if (kind === 'merge')
    return after === null ? text('caseEvents.takesIn', { id: before ?? '' }) : text('caseEvents.into', { id: after })
  if (kind === 'reveal' && after === BUNDLE) return text('caseEvents.bundle')
  if (kind === 'reveal') return after === null ? '' : text('caseEvents.original')
  if (kind === 'filed' || kind === 'paid' || kind === 'refund') return to ?? ''
  if (from === null && to === null) return ''
  const empty = kind === 'assign' ? text('caseWork.nobody') : '–'
  return `${from ?? empty} → ${to ?? empty}`
}
