import { Button, TextInput } from '@mantine/core'
import { TAG_COUNT_MAX, TAG_COUNT_MIN } from '@petsetu/contract/tags.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import classes from './generate-qr-page.module.css'
import { isTagCount } from './tag-count.ts'

const RANGE = { min: TAG_COUNT_MIN, max: TAG_COUNT_MAX }

/** The new tags: their number, and the name of their batch, which may be empty. */
export type NewTags = { numberOfIds: string; batchName: string }

type Props = {
  isBusy: boolean
  /** The server's problem with the name of the batch. */
  nameError: string | null
  onSubmit: (wanted: NewTags) => void
}

export function GenerateForm({ isBusy, nameError, onSubmit }: Props) {
  const text = useText()
  const [wanted, setWanted] = useState<NewTags>({ numberOfIds: String(TAG_COUNT_MIN), batchName: '' })
  const [countError, setCountError] = useState<string | null>(null)
  const count = useRef<HTMLInputElement>(null)
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (nameError) name.current?.focus()
  }, [nameError])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isTagCount(wanted.numberOfIds)) return onSubmit({ ...wanted, numberOfIds: String(Number(wanted.numberOfIds)) })
    setCountError(text('tags.countWrong', RANGE))
    count.current?.focus()
  }

  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <TextInput
        ref={count}
        type="number"
        inputMode="numeric"
        label={text('tags.count')}
        description={text('tags.countHint', RANGE)}
        min={TAG_COUNT_MIN}
        max={TAG_COUNT_MAX}
        step={1}
        error={countError}
        inputContainer={(input) => <div className={classes.row}>{input}</div>}
        value={wanted.numberOfIds}
        onChange={(event) => {
          setWanted({ ...wanted, numberOfIds: event.currentTarget.value })
          setCountError(null)
        }}
      />
      <TextInput
        ref={name}
        autoComplete="off"
        label={text('labels.batchName')}
        description={text('tags.batchNameHint')}
        error={nameError}
        inputContainer={(input) => (
          <div className={classes.row}>
            {input}
            <Button type="submit" loading={isBusy}>
              {text('tags.generate')}
            </Button>
          </div>
        )}
        value={wanted.batchName}
        onChange={(event) => setWanted({ ...wanted, batchName: event.currentTarget.value })}
      />
    </form>
  )
}
