import { Box, Group } from '@mantine/core'
import type { Breach } from '@petsetu/contract/people/breaches.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import { LANGUAGES } from '@petsetu/languages/languages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../../../platform/languages/use-text.tsx'
import { formatMediumTime } from '../../../../platform/lists/medium-days.ts'
import { PlainList } from '../../../../platform/ui/layout/card-parts.tsx'
import { Panel } from '../../../../platform/ui/layout/panel.tsx'
import { HOUR_MS, RED_MS, useMinute } from '../../../../shared/deadlines/breach-hours.tsx'
import classes from './breach-clock.module.css'
import { clockWords } from './breach-clock.tsx'
import { AUTHORITY_LETTER, PEOPLE_LETTERS } from './breach-drafts.tsx'

const NEAR_HOURS = 24

type DeadlineState = 'done' | 'waiting' | 'near' | 'urgent' | 'late'

/** Lists those who have to be told of a breach: until when, how long that is, and whether it is done. */
export function WhoIsTold({ breach }: { breach: Breach }) {
  const text = useText()
  const now = useMinute()
  const { letters_at, closed_at, concerned } = breach
  const people = LANGUAGES.reduce((sum, language) => sum + concerned.by_language[language], 0)
  const linkTo = (id: string) => !closed_at && <a href={`#${id}`}>{text('breaches.toLetter')}</a>
  const authority = (key: 'team' | 'board', name: string) => (
    <Told
      name={name}
      state={stateOf(breach[key], now)}
      badge={timeLeft(breach[key], now, text)}
      when={clockWords(breach[key], text)}
      link={linkTo(AUTHORITY_LETTER)}
    />
  )
  return (
    <Panel title={text('breaches.clocks')}>
      <PlainList component="ol" gap="xs">
        {authority('team', text('breaches.team'))}
        {authority('board', text('breaches.board'))}
        <Told
          name={text('breaches.letters')}
          state={letters_at ? 'done' : 'near'}
          badge={text(letters_at ? 'breaches.done' : 'breaches.notSent')}
          when={
            letters_at
              ? text('breaches.mailSentAt', { time: formatMediumTime(letters_at) })
              : text('breaches.withoutDelay', pluralValues(people))
          }
          link={linkTo(PEOPLE_LETTERS)}
        />
      </PlainList>
    </Panel>
  )
}

/** Only what is urgent has a ground of its own, so that nothing competes with it. */
const LOOKS = {
  done: { ink: 'var(--active)', ground: 'var(--ground)', icon: IconCircleCheck },
  waiting: { ink: 'var(--expired)', ground: 'var(--ground)', icon: IconClock },
  near: { ink: 'var(--pending)', ground: 'var(--ground)', icon: IconClock },
  urgent: { ink: 'var(--cancelled)', ground: 'var(--cancelled-soft)', icon: IconClock },
  late: { ink: 'var(--cancelled)', ground: 'var(--cancelled-soft)', icon: IconAlertTriangle },
} as const

type ToldProps = { name: string; state: DeadlineState; badge: string; when: string; link: ReactNode }

function Told({ name, state, badge, when, link }: ToldProps) {
  const { ink, ground, icon: Icon } = LOOKS[state]
  return (
    <Box component="li" className={classes.told ?? ''} px="sm" py="xs" bg={ground} bdrs="md">
      <strong>{name}</strong>
      <Group component="span" className={classes.left ?? ''} gap={6} wrap="nowrap" c={ink} fw={600}>
        <Icon size={18} aria-hidden /> {badge}
      </Group>
      <span>{when}</span>
      {state !== 'done' && link}
    </Box>
  )
}

/** Says how urgent it is to tell an authority. */
function stateOf({ due_at, told_at, is_late }: Breach['team'], now: number): DeadlineState {
  if (told_at) return 'done'
  const left = Date.parse(due_at) - now
  if (is_late || left < 0) return 'late'
  if (left < RED_MS) return 'urgent'
  return left < NEAR_HOURS * HOUR_MS ? 'near' : 'waiting'
}

/** Says how many hours are left, or by how long an authority is told too late. */
function timeLeft({ due_at, told_at }: Breach['team'], now: number, text: Translate): string {
  if (told_at) return text('breaches.done')
  const hours = Math.floor((Date.parse(due_at) - now) / HOUR_MS)
  if (hours > 0) return text('breaches.hoursLeft', pluralValues(hours))
  if (hours === 0) return text('breaches.lastHour')
  if (hours > -48) return text('breaches.hoursLate', pluralValues(-hours))
  return text('dashboardWork.overdueBy', pluralValues(Math.floor(-hours / 24)))
}
