import { TextInput } from '@mantine/core'
import { type SettlementImport, settlementCalls } from '@petsetu/contract/settlements.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatLongTime } from '../languages/page-text.ts'
import { useText } from '../languages/use-text.tsx'
import { CallError, messageOf, request } from '../lib/request.ts'
import { sendForm } from '../lib/send-form.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { useSave } from '../ui/form/use-save.ts'
import card from '../ui/layout/card.module.css'
import classes from './settlements.module.css'

type Result = { imported: SettlementImport } | { error: unknown } | null

/** Sends a settlement report as soon as it is chosen, and says what became of it. */
export function ImportReport({ importedAt }: { importedAt: string | null }) {
  const text = useText()
  const [, setParams] = useSearchParams()
  const [result, setResult] = useState<Result>(null)
  const { save, isBusy } = useSave({
    call: settlementCalls.import,
    send: async (file: File) => {
      const send = sendForm({ files: [[settlementCalls.import.multipart, file]] })
      return (await request(settlementCalls.import, { body: {} }, { send })).reply.data
    },
    invalidates: [settlementCalls.list, settlementCalls.summary],
  })

  async function choose(input: HTMLInputElement) {
    const file = input.files?.[0]
    if (!file) return
    setResult(null)
    try {
      const imported = await save(file)
      setResult({ imported })
      const [month] = imported.months
      if (month) setParams({ month }, { preventScrollReset: true })
    } catch (error) {
      setResult({ error })
    }
    // Emptied, because the browser reports no change if the same file is chosen again.
    input.value = ''
  }

  return (
    <section className={`${card.card} ${classes.section}`} aria-labelledby="settlement-import">
      <h2 id="settlement-import" className={classes.heading}>
        {text('settlements.import')}
      </h2>
      <TextInput
        type="file"
        accept=".csv,text/csv"
        label={text('settlements.file')}
        description={text('settlements.importHint')}
        maw={480}
        mb={12}
        disabled={isBusy}
        onChange={(event) => void choose(event.currentTarget)}
      />
      {isBusy && <p role="status">{text('settlements.importing')}</p>}
      {result && <ImportResult result={result} />}
      {importedAt && !result && (
        <p className={classes.hint}>{text('settlements.lastImport', { when: formatLongTime(importedAt) })}</p>
      )}
    </section>
  )
}

function ImportResult({ result }: { result: NonNullable<Result> }) {
  const text = useText()
  if ('imported' in result) {
    const { added, known, waiting } = result.imported
    const counts = { added: formatCount(added), known: formatCount(known), waiting: formatCount(waiting) }
    return <Notice kind="done">{text('settlements.imported', counts)}</Notice>
  }
  const lines = result.error instanceof CallError ? Object.values(result.error.fields) : []
  return (
    <Notice kind="failed">
      {messageOf(result.error, text('settlements.importFailed'))}
      {lines.length > 1 && (
        <ul className={classes.problems}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
