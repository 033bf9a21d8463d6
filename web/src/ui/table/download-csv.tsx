import type { Input } from '@petsetu/contract/call.ts'
import type { FileCall } from '../../lib/save-reply.ts'
import { DownloadButton } from './download-button.tsx'

const FAILURE = 'Failed to download the CSV file. Please try again.'

export function DownloadCsv<C extends FileCall & { file: 'text/csv' }>({ call, input }: { call: C; input: Input<C> }) {
  return (
    <DownloadButton call={call} input={input} failure={FAILURE}>
      Download CSV
    </DownloadButton>
  )
}
