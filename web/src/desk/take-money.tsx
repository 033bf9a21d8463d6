import { Button, TextInput } from '@mantine/core'
import { type DeskSubject, deskCalls } from '@petsetu/contract/desk.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import { useDebouncedSearchParam } from '../lib/use-debounced-search-param.ts'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import card from '../ui/layout/card.module.css'
import classes from './desk.module.css'
import { PURPOSE_TEXTS } from './desk-texts.ts'
import { TakeMoneyForm } from './take-money-form.tsx'

/** Finds what is to be paid, and then takes the money for it. */
export function TakeMoney() {
  const text = useText()
  const [chosen, setChosen] = useState<DeskSubject | null>(null)
  return (
    <section className={`${card.card} ${classes.section}`} aria-labelledby="take-money">
      <h2 id="take-money" className={classes.heading}>
        {text('desk.take')}
      </h2>
      {chosen ? (
        <TakeMoneyForm
          key={`${chosen.purpose} ${chosen.subject_id}`}
          subject={chosen}
          onClose={() => setChosen(null)}
        />
      ) : (
        <FindSubject onChoose={setChosen} />
      )}
    </section>
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
      {found.isError && <ErrorBox message={text('desk.searchFailed')} onRetry={found.refetch} />}
      <p role="status" className={classes.hint}>
        {settled !== '' && found.data?.data.length === 0 && text('desk.nothingFound')}
      </p>
      <ul className={classes.found}>
        {settled !== '' &&
          found.data?.data.map((subject) => (
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
    </>
  )
}
