import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import type { Duty, NeededDuty } from '@petsetu/contract/people/duties.ts'
import { DUTY_LABELS } from '@petsetu/contract/people/duty-labels.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { Link } from 'react-router'
import { useText } from '../../platform/languages/use-text.tsx'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'

export const dutyNames = (text: Translate, duties: readonly Duty[]) =>
  duties.map((duty) => text(DUTY_LABELS[duty])).join(', ')

type Props = { needed: Exclude<NeededDuty, 'any'>; has: readonly Duty[] }

/** In place of a page of the admin area that the admin's duties do not cover. */
export function DutyMissing({ needed, has }: Props) {
  const text = useText()
  return (
    <>
      <PageTitle>{text('duties.outsideTitle')}</PageTitle>
      <EmptyState
        picture="papers"
        message={
          needed === 'all' ? text('duties.allNeeded') : text('duties.needed', { duty: text(DUTY_LABELS[needed]) })
        }
      >
        <p>{text('duties.yours', { duties: dutyNames(text, has) })}</p>
        <Button component={Link} to={paths.admin.to({})}>
          {text('duties.toDashboard')}
        </Button>
      </EmptyState>
    </>
  )
}
