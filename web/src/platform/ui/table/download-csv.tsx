import type { Input } from '@petsetu/contract/platform/call.ts'
import { useText } from '../../languages/use-text.tsx'
import type { FileCall } from '../../lib/save-reply.ts'
import { DownloadButton } from './download-button.tsx'

export function DownloadCsv<C extends FileCall & { file: 'text/csv' }>({ call, input }: { call: C; input: Input<C> }) {
  const text = useText()
  return (
    <DownloadButton call={call} input={input} failure={text('controls.csvFailed')}>
      {text('controls.downloadCsv')}
    </DownloadButton>
  )
}
