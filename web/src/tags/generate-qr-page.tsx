import type { Site } from '@petsetu/contract/site.ts'
import { tagCalls } from '@petsetu/contract/tags.ts'
import { IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import type { LoadFirst } from '../lib/first-data.ts'
import { CallError, request } from '../lib/request.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import { CardGridSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { useSave } from '../ui/form/use-save.ts'
import { PageTitle } from '../ui/layout/page-title.tsx'
import { batchesWith } from './batch-filter.tsx'
import { GenerateForm, type NewTags } from './generate-form.tsx'
import { TagList, tagFilterIn, tagsOn } from './tag-list.tsx'
import { TagSheet } from './tag-sheet.tsx'

export function GenerateQrPage({ site }: { site: Site }) {
  const text = useText()
  const [made, setMade] = useState<{ ids: string[]; number: number }>({ ids: [], number: 0 })
  const [failure, setFailure] = useState<unknown>(null)
  const { save, isBusy } = useSave({
    call: tagCalls.generate,
    send: (wanted: NewTags, options) => request(tagCalls.generate, { query: wanted }, options),
    invalidates: [tagCalls.list, tagCalls.listBatches],
  })
  const nameError = (failure instanceof CallError && failure.fields.batchName) || null
  const hasFailed = failure !== null && nameError === null

  async function generate(wanted: NewTags) {
    if (isBusy) return
    setFailure(null)
    try {
      const { reply } = await save(wanted)
      setMade(({ number }) => ({ ids: reply, number: number + 1 }))
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <>
      <PageTitle hint={text('tags.intro')}>{text('titles.generateQr')}</PageTitle>
      <GenerateForm isBusy={isBusy} nameError={nameError} onSubmit={generate} />
      {hasFailed && <ErrorBox message={text('tags.generateFailed')} />}
      {isBusy && <CardGridSkeleton count={3} />}
      {!isBusy && !hasFailed && made.ids.length === 0 && (
        <EmptyState icon={<IconQrcode size={36} stroke={1.5} />} message={text('tags.noneYet')}>
          <p>{text('tags.noneYetHint')}</p>
        </EmptyState>
      )}
      {!isBusy && made.ids.length > 0 && <TagSheet key={made.number} ids={made.ids} publicUrl={site.publicUrl} />}
      <TagList />
    </>
  )
}

GenerateQrPage.load = ((prefetch, { search }) => {
  const filter = tagFilterIn(search)
  return Promise.all([prefetch(tagsOn(filter)), prefetch(batchesWith(filter.batch))])
}) satisfies LoadFirst
