import { Button, Group, Progress, Stack, Text, TextInput, Title } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import { paths } from '@petsetu/contract/paths.ts'
import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import { isTagCount, TAG_COUNT_MAX, TAG_COUNT_MIN, tagCalls } from '@petsetu/contract/pets/tags.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { formatCount, pluralValues } from '@petsetu/languages/formats.ts'
import { IconDownload, IconPlayerStop } from '@tabler/icons-react'
import { type Ref, useEffect, useRef, useState } from 'react'
import { useOwnDraft } from '../../people/auth/use-own-draft.ts'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../platform/lib/drafts/use-drafted-form.ts'
import type { PageLoader } from '../../platform/lib/requests/first-data.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { useBusy } from '../../platform/lib/use-busy.ts'
import { useIsPhone } from '../../platform/lists/list-filters.tsx'
import { ErrorBox } from '../../platform/ui/feedback/error-box.tsx'
import { CardGridSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { showFailure } from '../../platform/ui/feedback/toast.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import card from '../../platform/ui/layout/card.module.css'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import { screenReaderOnly } from '../../platform/ui/layout/screen-reader-only.tsx'
import { QrCanvas } from '../../shared/qr-canvas.tsx'
import { downloadAll, pause } from './download-all.ts'
import classes from './generate-qr-page.module.css'
import { batchesWith, blankOf, PrintSheet, TagList, tagFilterIn, tagsOn } from './tag-list.tsx'

export function GenerateQrPage({ site }: { site: Site }) {
  const text = useText()
  const isPhone = useIsPhone()
  const [made, setMade] = useState<{ ids: string[]; number: number }>({ ids: [], number: 0 })
  const { save, isBusy } = useSave({
    call: tagCalls.generate,
    send: (wanted: NewTags, options) => request(tagCalls.generate, { query: wanted }, options),
    invalidates: [tagCalls.list, tagCalls.listBatches],
    onSaved: ({ reply }) => setMade(({ number }) => ({ ids: reply, number: number + 1 })),
  })
  return (
    <>
      <PageTitle isCompact={isPhone} hint={!isPhone && text('tags.intro')}>
        {text('titles.generateQr')}
      </PageTitle>
      <GenerateForm onSubmit={save} />
      {isBusy && <CardGridSkeleton count={3} />}
      {!isBusy && made.ids.length > 0 && <TagSheet key={made.number} ids={made.ids} publicUrl={site.publicUrl} />}
      <TagList />
    </>
  )
}

GenerateQrPage.load = ((prefetch, { search }) => {
  const filter = tagFilterIn(search)
  return Promise.all([prefetch(tagsOn(filter)), prefetch(batchesWith(filter.batch)), prefetch(blankOf(filter.batch))])
}) satisfies PageLoader

const RANGE = { min: TAG_COUNT_MIN, max: TAG_COUNT_MAX }

/** The new tags: their number, and the name of their batch, which may be empty. */
type NewTags = { numberOfIds: string; batchName: string }

function GenerateForm({ onSubmit }: { onSubmit: (wanted: NewTags) => Promise<unknown> }) {
  const text = useText()
  const { form, forgetDraft } = useDraftedForm<NewTags>({
    initial: { numberOfIds: String(TAG_COUNT_MIN), batchName: '' },
    draft: useOwnDraft('new-tags'),
    errorsOf: ({ numberOfIds }) => (isTagCount(numberOfIds) ? {} : { numberOfIds: text('tags.countWrong', RANGE) }),
    checksOnBlur: false,
  })
  const { formProps, isBusy, otherFailure } = useSubmit(form, text('tags.generateFailed'), async (wanted) => {
    await onSubmit({ ...wanted, numberOfIds: String(Number(wanted.numberOfIds)) })
    await forgetDraft()
  })

  return (
    <>
      <form {...formProps} className={`${card.card} ${classes.form}`}>
        <TextInput
          type="number"
          inputMode="numeric"
          label={text('tags.count')}
          description={text('tags.countHint', RANGE)}
          min={TAG_COUNT_MIN}
          max={TAG_COUNT_MAX}
          step={1}
          required
          inputContainer={(input) => <div className={classes.row}>{input}</div>}
          {...form.getInputProps('numberOfIds')}
        />
        <TextInput
          autoComplete="off"
          label={text('labels.batchName')}
          description={text('tags.batchNameHint')}
          inputContainer={(input) => (
            <div className={classes.row}>
              {input}
              <Button type="submit" loading={isBusy}>
                {text('tags.generate')}
              </Button>
            </div>
          )}
          {...form.getInputProps('batchName')}
        />
      </form>
      {otherFailure !== null && <ErrorBox message={text('tags.generateFailed')} />}
    </>
  )
}

function TagSheet({ ids, publicUrl }: { ids: string[]; publicUrl: string }) {
  const text = useText()
  const canvases = useRef(new Map<string, HTMLCanvasElement>())

  async function save(id: string): Promise<void> {
    const canvas = canvases.current.get(id)
    const { pngNameOf, saveCanvasAsPng } = await import('../../shared/save-canvas.ts')
    if (canvas) await saveCanvasAsPng(canvas, pngNameOf(id))
  }

  return (
    <section aria-label={text('tags.generated')}>
      <Group justify="space-between" gap="12px 24px" mb={20}>
        <div role="status">
          <Title order={2} size="1.375rem" lh={1.2}>
            {text('tags.newCodes', pluralValues(ids.length))}
          </Title>
        </div>
        <Group gap="sm">
          <PrintSheet petIds={ids} />
          <DownloadAll ids={ids} save={save} />
        </Group>
      </Group>
      <ul className={`${card.grid} ${classes.tags}`}>
        {ids.map((id) => (
          <Tag
            key={id}
            id={id}
            address={publicUrl + paths.petDetail.to({ petId: id })}
            canvasRef={(canvas) => {
              if (canvas) canvases.current.set(id, canvas)
            }}
            onDownload={() => save(id).catch(() => showFailure(text('tags.pictureFailed')))}
          />
        ))}
      </ul>
    </section>
  )
}

type TagProps = { id: string; address: string; canvasRef: Ref<HTMLCanvasElement>; onDownload: () => void }

function Tag({ id, address, canvasRef, onDownload }: TagProps) {
  const text = useText()
  const name = groupPetId(id)
  return (
    <li className={`${card.card} ${classes.tag}`}>
      <div className={classes.code}>
        <QrCanvas ref={canvasRef} value={address} label={text('tags.code', { petId: name })} />
      </div>
      <Text className={classes.figures ?? ''} fw={600} lts="0.06em">
        <a href={paths.petDetail.to({ petId: id })}>{name}</a>
      </Text>
      <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={onDownload}>
        <RichText id="tags.download" fill={{ tag: () => screenReaderOnly(name) }} />
      </Button>
    </li>
  )
}

/** Saves all codes one by one with a progress message; it can be stopped. */
function DownloadAll({ ids, save }: { ids: string[]; save: (id: string) => Promise<void> }) {
  const text = useText()
  const [saved, setSaved] = useState(0)
  const stop = useRef(new AbortController())
  useEffect(() => () => stop.current.abort(), [])

  const [start, isBusy] = useBusy(async () => {
    stop.current = new AbortController()
    setSaved(0)
    try {
      await downloadAll(ids, { save, onSaved: setSaved, wait: pause, signal: stop.current.signal })
    } catch (error) {
      console.error('Saving all codes failed:', error)
      showFailure(text('tags.picturesFailed'))
    }
  })

  const counts = { saved: formatCount(saved), total: formatCount(ids.length) }
  if (!isBusy) {
    return (
      <Group gap="sm">
        {saved > 0 && <Text role="status">{text('tags.saved', counts)}</Text>}
        <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={() => start()}>
          {text('tags.downloadAll')}
        </Button>
      </Group>
    )
  }
  return (
    <Group gap="sm">
      <Stack gap={6} miw={200}>
        <Text role="status" className={classes.figures ?? ''}>
          {text('tags.saving', counts)}
        </Text>
        <Progress value={(saved / ids.length) * 100} aria-label={text('tags.savedShare')} />
      </Stack>
      <Button
        variant="outline"
        color="heart"
        leftSection={<IconPlayerStop size={18} aria-hidden />}
        onClick={() => stop.current.abort()}
      >
        {text('tags.stop')}
      </Button>
    </Group>
  )
}
