import { Button, TextInput } from '@mantine/core'
import type { Site } from '@petsetu/contract/site.ts'
import { TAG_COUNT_MAX, TAG_COUNT_MIN, tagCalls } from '@petsetu/contract/tags.ts'
import { IconQrcode } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import type { LoadFirst } from '../lib/first-data.ts'
import { pageParam } from '../lib/page-param.ts'
import { request } from '../lib/request.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import { CardGridSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { useSave } from '../ui/form/use-save.ts'
import { PageTitle } from '../ui/layout/page-title.tsx'
import classes from './generate-qr-page.module.css'
import { isTagCount } from './tag-count.ts'
import { TagList, tagFilterIn, tagsOn } from './tag-list.tsx'
import { TagSheet } from './tag-sheet.tsx'

const RANGE = { min: TAG_COUNT_MIN, max: TAG_COUNT_MAX }

export function GenerateQrPage({ site }: { site: Site }) {
  const text = useText()
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
      <PageTitle hint={text('tags.intro')}>{text('titles.generateQr')}</PageTitle>
      <CountForm isBusy={isBusy} onSubmit={generate} />
      {hasFailed && <ErrorBox message={text('tags.generateFailed')} />}
      {isBusy && <CardGridSkeleton count={3} />}
      {!isBusy && !hasFailed && batch.ids.length === 0 && (
        <EmptyState icon={<IconQrcode size={36} stroke={1.5} />} message={text('tags.noneYet')}>
          <p>{text('tags.noneYetHint')}</p>
        </EmptyState>
      )}
      {!isBusy && batch.ids.length > 0 && <TagSheet key={batch.number} ids={batch.ids} publicUrl={site.publicUrl} />}
      <TagList />
    </>
  )
}

GenerateQrPage.load = ((queries, { search }) =>
  queries.prefetchQuery(tagsOn(pageParam(search), tagFilterIn(search)))) satisfies LoadFirst

function CountForm({ isBusy, onSubmit }: { isBusy: boolean; onSubmit: (count: string) => void }) {
  const text = useText()
  const [count, setCount] = useState(String(TAG_COUNT_MIN))
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isTagCount(count)) return onSubmit(String(Number(count)))
    setError(text('tags.countWrong', RANGE))
    field.current?.focus()
  }

  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <TextInput
        ref={field}
        type="number"
        inputMode="numeric"
        label={text('tags.count')}
        description={text('tags.countHint', RANGE)}
        min={TAG_COUNT_MIN}
        max={TAG_COUNT_MAX}
        step={1}
        error={error}
        inputContainer={(input) => (
          <div className={classes.row}>
            {input}
            <Button type="submit" loading={isBusy}>
              {text('tags.generate')}
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
