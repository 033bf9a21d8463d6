import { Button, Group } from '@mantine/core'
import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { RichText, useText } from '../../../platform/languages/use-text.tsx'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import { isShortcut } from '../../../platform/lists/keys-switch.ts'
import classes from '../case.module.css'
import { addressOf, filterIn, queryOf } from '../complaint-filter.ts'

/** Leads to the complaints before and after this one in the list that it was opened from. */
export function CaseSteps({ id }: { id: string }) {
  const text = useText()
  const filter = filterIn(useSearchParams()[0])
  const { data } = useQuery(callQuery(caseCalls.neighbours, { params: { id }, query: queryOf(filter) }))
  const steps = useRef<HTMLElement>(null)
  useStepKeys(steps)
  const step = (
    to: number | null | undefined,
    label: ReactNode,
    icon: { leftSection?: ReactNode; rightSection?: ReactNode; 'aria-keyshortcuts': string },
  ) =>
    to ? (
      <Button
        component={Link}
        to={paths.complaintDetail.to({ id: to }, addressOf(filter))}
        variant="subtle"
        px={8}
        {...icon}
      >
        {/* In one box: the spaces between words are kept. */}
        <span>{label}</span>
      </Button>
    ) : (
      <Button variant="subtle" px={8} bg="transparent" bd="1px solid transparent" disabled {...icon}>
        <span>{label}</span>
      </Button>
    )
  return (
    <nav ref={steps} aria-label={text('caseWork.steps')}>
      <Group gap="xs" mr={-8} className={classes.steps ?? ''}>
        {step(data?.data.previous, <RichText id="caseWork.previousCase" fill={{ rest: shortOnPhones }} />, {
          leftSection: <IconChevronLeft size={18} aria-hidden />,
          'aria-keyshortcuts': 'k',
        })}
        {step(data?.data.next, <RichText id="caseWork.nextCase" fill={{ rest: shortOnPhones }} />, {
          rightSection: <IconChevronRight size={18} aria-hidden />,
          'aria-keyshortcuts': 'j',
        })}
      </Group>
    </nav>
  )
}

/** A phone has room for one word; the name of the link or the button stays whole. */
export function shortOnPhones(words: string) {
  return <span className={classes.stepRest}>{words}</span>
}

/** The keys `j` and `k` lead to the next and the previous complaint, as in a list. */
function useStepKeys(steps: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (!/^[jk]$/.test(event.key) || !isShortcut(event)) return
      steps.current?.querySelector<HTMLElement>(`a[aria-keyshortcuts="${event.key}"]`)?.click()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [steps])
}
