import { Button, Radio, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { areaOf, IMPORT_AREAS, IMPORT_ROWS_MAX, type ImportArea, type ImportKind } from '@petsetu/contract/imports.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import { useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import card from '../ui/layout/card.module.css'
import { DownloadButton } from '../ui/table/download-button.tsx'
import { callsOf, KIND_LABELS } from './import-kinds.ts'
import classes from './imports.module.css'
import { useSendFile } from './use-send-file.ts'

/** Asks for the kind of records and the file. The next step has a page of its own. */
export function SendFile({ areas }: { areas: ImportArea[] }) {
  const text = useText()
  const kinds: ImportKind[] = areas.flatMap((area) => [...IMPORT_AREAS[area].kinds])
  const [kind, setKind] = useState<ImportKind>(kinds[0] ?? 'pets')
  const calls = callsOf(areaOf(kind))
  const { field, error, isBusy, choose, submit } = useSendFile(kind, calls)

  return (
    <form className={`${card.card} ${classes.send}`} noValidate onSubmit={(event) => void submit(event)}>
      <Radio.Group
        label={text('imports.what')}
        value={kind}
        onChange={(value) => setKind(value as ImportKind)}
        className={classes.kinds ?? ''}
      >
        {kinds.map((one) => (
          <Radio key={one} value={one} label={text(KIND_LABELS[one])} />
        ))}
      </Radio.Group>
      <TextInput
        ref={field}
        type="file"
        accept=".csv,text/csv"
        label={text('imports.file')}
        description={text('imports.fileHint', { max: formatCount(IMPORT_ROWS_MAX) })}
        error={error}
        onChange={(event) => choose(event.currentTarget.files?.[0] ?? null)}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={isBusy}>
          {text('imports.next')}
        </Button>
        <DownloadButton
          call={calls.template}
          input={{ query: { kind: kind as 'pets' } }}
          failure={text('imports.templateFailed')}
        >
          {text('imports.template')}
        </DownloadButton>
      </div>
    </form>
  )
}
