import { Button, TextInput } from '@mantine/core'
import type { Site } from '@petsetu/contract/site.ts'
import { TAG_COUNT_MAX, TAG_COUNT_MIN, tagCalls } from '@petsetu/contract/tags.ts'
import { IconQrcode } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { request } from '../lib/request.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import { CardGridSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { useSave } from '../ui/form/use-save.ts'
import { PageTitle } from '../ui/layout/page-title.tsx'
import classes from './generate-qr-page.module.css'
import { isTagCount } from './tag-count.ts'
import { TagList } from './tag-list.tsx'
import { TagSheet } from './tag-sheet.tsx'

const RANGE = `${TAG_COUNT_MIN} to ${TAG_COUNT_MAX}`

export function GenerateQrPage({ site }: { site: Site }) {
  const [batch, setBatch] = useState<{ ids: string[]; number: number }>({ ids: [], number: 0 })
  const [hasFailed, setFailed] = useState(false)
  const { save, isBusy } = useSave({
    call: tagCalls.generate,
    send: (numberOfIds: string, options) => request(tagCalls.generate, { query: { numberOfIds } }, options),
    invalidates: [tagCalls.list],
  })

  async function generate(numberOfIds: string) {
    if (isBusy) return
    setFailed(false)
    try {
      const { reply } = await save(numberOfIds)
      setBatch(({ number }) => ({ ids: reply, number: number + 1 }))
    } catch {
      setFailed(true)
    }
  }
  return (
    <>
      <PageTitle hint="Each code is a blank tag. The first person to scan it can register a pet on it.">
        Generate QR Codes
      </PageTitle>
      <CountForm isBusy={isBusy} onSubmit={generate} />
      {hasFailed && <ErrorBox message="Failed to generate pet IDs. Please try again." />}
      {isBusy && <CardGridSkeleton count={3} />}
      {!isBusy && !hasFailed && batch.ids.length === 0 && (
        <EmptyState icon={<IconQrcode size={36} stroke={1.5} />} message="No codes yet">
          <p>Enter how many you need. Every code is new and never expires.</p>
        </EmptyState>
      )}
      {!isBusy && batch.ids.length > 0 && <TagSheet key={batch.number} ids={batch.ids} publicUrl={site.publicUrl} />}
      <TagList />
    </>
  )
}

function CountForm({ isBusy, onSubmit }: { isBusy: boolean; onSubmit: (count: string) => void }) {
  const [count, setCount] = useState(String(TAG_COUNT_MIN))
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isTagCount(count)) return onSubmit(String(Number(count)))
    setError(`Enter a whole number from ${RANGE}`)
    field.current?.focus()
  }

  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <TextInput
        ref={field}
        type="number"
        inputMode="numeric"
        label="Number of QR codes"
        description={`From ${RANGE} at a time`}
        min={TAG_COUNT_MIN}
        max={TAG_COUNT_MAX}
        step={1}
        error={error}
        inputContainer={(input) => (
          <div className={classes.row}>
            {input}
            <Button type="submit" loading={isBusy}>
              Generate QR Codes
            </Button>
          </div>
        )}
        value={count}
        onChange={(event) => {
          setCount(event.currentTarget.value)
          setError(null)
        }}
      />
    </form>
  )
}
