import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { type Breach, breachCalls, type ToldPerson } from '@petsetu/contract/people/breaches.ts'
import { pageParam } from '@petsetu/contract/platform/paging.ts'
import { LANGUAGES, languages } from '@petsetu/languages/languages.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { formatLongTime } from '../../../../platform/languages/page-formats.ts'
import { useText } from '../../../../platform/languages/use-text.tsx'
import { callQuery } from '../../../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../../../platform/lib/requests/first-data.ts'
import { request } from '../../../../platform/lib/requests/request.ts'
import { ListTable } from '../../../../platform/lists/list-table.tsx'
import { FormSkeleton, TableSkeleton } from '../../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../../../platform/ui/feedback/notice.tsx'
import { useSave } from '../../../../platform/ui/form/use-save.ts'
import { BackLink } from '../../../../platform/ui/layout/back-link.tsx'
import card from '../../../../platform/ui/layout/card.module.css'
import { DetailList } from '../../../../platform/ui/layout/detail-list.tsx'
import { PageTitle } from '../../../../platform/ui/layout/page-title.tsx'
import { ListPage } from '../../../../platform/ui/table/list-page.tsx'
import { BreachFactsForm } from './breach-facts-form.tsx'
import { AuthorityLetters, LettersToPeople } from './breach-letters.tsx'
import { BreachSteps } from './breach-steps.tsx'
import classes from './breaches.module.css'
import { ClockState } from './clock-state.tsx'

const breachOf = (id: string) => callQuery(breachCalls.read, { params: { id } })

/** One breach: its clocks, what is known, whom it concerns, what was done, and the letters. */
export function BreachPage() {
  const text = useText()
  const { id = '' } = useParams()
  const breach = useQuery({ ...breachOf(id), refetchOnWindowFocus: false })
  return (
    <>
      <BackLink to={paths.breaches.to({})}>{text('breaches.back')}</BackLink>
      <PageTitle documentTitle={text('titles.breach')}>{breach.data?.data.title ?? text('titles.breach')}</PageTitle>
      <Loaded
        query={breach}
        skeleton={<FormSkeleton />}
        failure={text('breaches.readFailed')}
        missing={<Notice kind="info">{text('breaches.missing')}</Notice>}
      >
        {({ data }) => (
          <div className={classes.parts}>
            <div className={classes.column}>
              <Overview breach={data} />
              <BreachSteps breach={data} />
            </div>
            <div className={classes.column}>
              {!data.closed_at && <BreachFactsForm key={`${data.id} ${data.version}`} breach={data} />}
              {!data.closed_at && <AuthorityLetters key={`${data.id} authority`} breach={data} />}
              {data.letters_at ? (
                <ToldPeople breachId={data.id} />
              ) : (
                !data.closed_at && <LettersToPeople key={`${data.id} people`} breach={data} />
              )}
            </div>
          </div>
        )}
      </Loaded>
    </>
  )
}

BreachPage.load = ((prefetch, { params: { id = '' } }) => prefetch(breachOf(id))) satisfies PageLoader

function Overview({ breach }: { breach: Breach }) {
  const text = useText()
  const { id, noticed_at, team, board, letters_at, closed_at, concerned } = breach
  const close = useSave({
    call: breachCalls.close,
    send: (id: number) => request(breachCalls.close, { params: { id: String(id) } }),
    confirm: () => ({
      title: text('breaches.closeQuestion'),
      children: text('breaches.closeHow'),
      confirmLabel: text('breaches.close'),
    }),
    rowOf: (id) => id,
    invalidates: [breachCalls.read, breachCalls.list],
    failure: { fallback: text('breaches.failed') },
  })
  return (
    <section className={`${card.card} ${classes.part}`} aria-label={text('breaches.clocks')}>
      <h2>{text('breaches.clocks')}</h2>
      <DetailList
        details={[
          [text('breaches.noticed'), formatLongTime(noticed_at)],
          [text('breaches.team'), <ClockState key="team" clock={team} />],
          [text('breaches.board'), <ClockState key="board" clock={board} />],
          [text('breaches.letters'), letters_at ? formatLongTime(letters_at) : text('breaches.notSent')],
          [text('breaches.closedAt'), closed_at && formatLongTime(closed_at)],
        ]}
      />
      <h3>{text(letters_at ? 'breaches.concernedThen' : 'breaches.concerned')}</h3>
      <DetailList
        details={[
          ...LANGUAGES.map((language): [string, string] => [
            languages[language].name,
            String(concerned.by_language[language]),
          ]),
          [text('breaches.withoutEmail'), String(concerned.without_email)],
        ]}
      />
      <p className={classes.hint}>{text('breaches.concernedHint')}</p>
      {!closed_at && (
        <Button variant="default" loading={close.isBusy} onClick={() => close.start(id)}>
          {text('breaches.close')}
        </Button>
      )}
    </section>
  )
}

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
              { head: text('breaches.language'), cell: ({ language }) => languages[language].name },
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
