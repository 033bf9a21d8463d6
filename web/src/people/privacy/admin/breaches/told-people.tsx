import { paths } from '@petsetu/contract/paths.ts'
import { breachCalls, type ToldPerson } from '@petsetu/contract/people/breaches.ts'
import { LANGUAGE_NAMES } from '@petsetu/languages/languages.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { formatLongTime } from '../../../../platform/languages/page-formats.ts'
import { useText } from '../../../../platform/languages/use-text.tsx'
import { callQuery } from '../../../../platform/lib/call-query.ts'
import { pageParam } from '../../../../platform/lib/page-param.ts'
import { ListTable } from '../../../../platform/lists/list-table.tsx'
import { TableSkeleton } from '../../../../platform/ui/feedback/list-skeletons.tsx'
import card from '../../../../platform/ui/layout/card.module.css'
import { ListPage } from '../../../../platform/ui/table/list-page.tsx'
import classes from './breaches.module.css'

const STATES: Record<ToldPerson['state'], PlainId> = {
  waiting: 'breaches.mailWaiting',
  held: 'breaches.mailHeld',
  failed: 'breaches.mailFailed',
  sent: 'breaches.mailSent',
  call: 'breaches.mailCall',
}

const PEOPLE_A_PAGE = 20

/** Shows to whom the letters went and what became of each mail, as proof. */
export function ToldPeople({ breachId }: { breachId: number }) {
  const text = useText()
  const page = pageParam(useSearchParams()[0])
  const query = { page: String(page), limit: String(PEOPLE_A_PAGE) }
  const people = useQuery({
    ...callQuery(breachCalls.listTold, { params: { id: String(breachId) }, query }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={`${card.card} ${classes.part}`} aria-label={text('breaches.proof')}>
      <h2>{text('breaches.proof')}</h2>
      <p className={classes.hint}>{text('breaches.proofHint')}</p>
      <ListPage
        list={people}
        page={page}
        lastPageOf={({ pagination }) => pagination.last_page}
        addressOf={(last) => paths.breach.to({ id: breachId }, { page: last })}
        skeleton={<TableSkeleton rows={4} />}
        failure={text('breaches.readFailed')}
      >
        {({ data }) => (
          <ListTable
            caption={text('breaches.proof')}
            columns={[
              {
                head: text('breaches.person'),
                inCard: 'title',
                cell: ({ email, phone }) => email || phone || text('breaches.erased'),
              },
              { head: text('breaches.language'), cell: ({ language }) => LANGUAGE_NAMES[language] },
              {
                head: text('breaches.letter'),
                cell: ({ state, sent_at }) =>
                  sent_at ? text('breaches.mailSentAt', { time: formatLongTime(sent_at) }) : text(STATES[state]),
              },
            ]}
            rows={data}
            keyOf={({ id }) => id}
          />
        )}
      </ListPage>
    </section>
  )
}
