import { Button, TextInput } from '@mantine/core'
import { type DeskPayment, type DeskSubject, deskCalls } from '@petsetu/contract/desk.ts'
import { hasDuty } from '@petsetu/contract/duties.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useUser } from '../auth/session.ts'
import { useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import { useDebouncedSearchParam } from '../lib/use-debounced-search-param.ts'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import card from '../ui/layout/card.module.css'
import classes from './desk.module.css'
import { PURPOSE_TEXTS } from './desk-texts.ts'
import { NewDonation, NewMember } from './new-person.tsx'
import { TakeMoneyForm } from './take-money-form.tsx'

type Step =
  | { kind: 'find'; taken: DeskPayment | null; member: DeskSubject | null }
  | { kind: 'new'; purpose: 'membership' | 'donation' }
  | { kind: 'take'; subject: DeskSubject }

const FIND = { kind: 'find', taken: null, member: null } as const satisfies Step

/** Finds what is to be paid, or writes down somebody new, and then takes the money. */
export function TakeMoney() {
  const text = useText()
  const [step, setStep] = useState<Step>(FIND)
  const close = () => setStep(FIND)
  // A plan without a price has begun already.
  const onEntered = (subject: DeskSubject) =>
    setStep(subject.amount === 0 ? { ...FIND, member: subject } : { kind: 'take', subject })
  return (
    <section className={`${card.card} ${classes.section}`} aria-labelledby="take-money">
      <h2 id="take-money" className={classes.heading}>
        {text('desk.take')}
      </h2>
      {step.kind === 'find' && (
        <>
          {step.taken && <Taken payment={step.taken} />}
          {step.member && (
            <Notice kind="done" takesFocus>
              {text('desk.memberActive', { name: step.member.payer })}
            </Notice>
          )}
          <FindSubject onChoose={(subject) => setStep({ kind: 'take', subject })} />
          <WalkIn onNew={(purpose) => setStep({ kind: 'new', purpose })} />
        </>
      )}
      {step.kind === 'new' && step.purpose === 'membership' && <NewMember onEntered={onEntered} onClose={close} />}
      {step.kind === 'new' && step.purpose === 'donation' && <NewDonation onEntered={onEntered} onClose={close} />}
      {step.kind === 'take' && (
        <TakeMoneyForm
          key={`${step.subject.purpose} ${step.subject.subject_id}`}
          subject={step.subject}
          onTaken={(taken) => setStep({ ...FIND, taken })}
          onClose={close}
        />
      )}
    </section>
  )
}

/** Says what was taken, with the receipt to hand over. */
function Taken({ payment: { state, amount, receipt_path } }: { payment: DeskPayment }) {
  const text = useText()
  const fill = { amount: formatRupees(amount) }
  return (
    <Notice kind="done" takesFocus>
      {text(state === 'pending' ? 'desk.chequeTaken' : 'desk.taken', fill)}{' '}
      {receipt_path !== null && <a href={receipt_path}>{text('desk.receipt')}</a>}
    </Notice>
  )
}

/** For somebody who has not filled in anything yet. */
function WalkIn({ onNew }: { onNew: (purpose: 'membership' | 'donation') => void }) {
  const text = useText()
  const user = useUser()
  return (
    <>
      <p className={classes.hint}>{text('desk.walkIn')}</p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => onNew('membership')}>
          {text('desk.newMember')}
        </Button>
        <Button variant="default" onClick={() => onNew('donation')}>
          {text('desk.newDonation')}
        </Button>
        {user && hasDuty(user, 'cases') && (
          <Button component={Link} to={paths.enterComplaint.to({})} variant="default">
            {text('desk.newComplaint')}
          </Button>
        )}
      </div>
    </>
  )
}

function FindSubject({ onChoose }: { onChoose: (subject: DeskSubject) => void }) {
  const text = useText()
  const { typed, setTyped, settled } = useDebouncedSearchParam('find')
  const found = useQuery({
    ...callQuery(deskCalls.subjects, { query: { search: settled } }),
    enabled: settled !== '',
  })
  return (
    <>
      <TextInput
        type="search"
        label={text('desk.search')}
        description={text('desk.searchHint')}
        autoComplete="off"
        maxLength={100}
        leftSection={<IconSearch size={20} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <p role="status" className={classes.hint}>
        {found.data?.data.length === 0 && text('desk.nothingFound')}
      </p>
      <Loaded query={found} skeleton={null} failure={text('desk.searchFailed')}>
        {({ data: subjects }) => (
          <ul className={classes.found}>
            {subjects.map((subject) => (
              <li key={`${subject.purpose} ${subject.subject_id}`}>
                <span>
                  <strong>{subject.payer}</strong>
                  {' · '}
                  {text(PURPOSE_TEXTS[subject.purpose])} {subject.subject_id}
                  {subject.amount !== null && ` · ${formatRupees(subject.amount)}`}
                </span>
                <Button variant="default" onClick={() => onChoose(subject)}>
                  {text('desk.choose')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </>
  )
}
