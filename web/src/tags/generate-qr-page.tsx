import { Button, TextInput } from '@mantine/core'
import { TAG_COUNT_MAX, TAG_COUNT_MIN, tagCalls } from '@petsetu/contract/tags.ts'
import { IconQrcode } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { keyOf } from '../lib/ask.ts'
import { request } from '../lib/request.ts'
import { useBusy } from '../lib/use-busy.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorBox } from '../ui/error-box.tsx'
import { CardGridSkeleton } from '../ui/list-skeletons.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import classes from './generate-qr-page.module.css'
import { isTagCount } from './tag-count.ts'
import { TagList } from './tag-list.tsx'
import { TagSheet } from './tag-sheet.tsx'

const RANGE = `${TAG_COUNT_MIN} to ${TAG_COUNT_MAX}`

export function GenerateQrPage({ publicUrl }: { publicUrl: string }) {
  const [batch, setBatch] = useState<{ ids: string[]; number: number }>({ ids: [], number: 0 })
  const [hasFailed, setFailed] = useState(false)
  const queries = useQueryClient()
  const [generate, isBusy] = useBusy(async (numberOfIds: string) => {
    setFailed(false)
    try {
      const { reply } = await request(tagCalls.generate, { query: { numberOfIds } })
      setBatch(({ number }) => ({ ids: reply, number: number + 1 }))
      void queries.invalidateQueries({ queryKey: keyOf(tagCalls.list) })
    } catch {
      setFailed(true)
    }
  })
  return (
    <>
      <PageTitle hint="Each code is a blank tag: whoever scans it first registers their pet on it.">
        Generate QR Codes
      </PageTitle>
      <CountForm isBusy={isBusy} onSubmit={generate} />
      {hasFailed && <ErrorBox message="Failed to generate pet IDs. Please try again." />}
      {isBusy && <CardGridSkeleton count={3} />}
      {!isBusy && !hasFailed && batch.ids.length === 0 && (
        <EmptyState icon={<IconQrcode size={36} stroke={1.5} />} message="No codes yet">
          <p>Say how many you need, then generate them. Every code is new and stays valid for ever.</p>
        </EmptyState>
      )}
      {!isBusy && batch.ids.length > 0 && <TagSheet key={batch.number} ids={batch.ids} publicUrl={publicUrl} />}
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
