import { Button } from '@mantine/core'
import type { Input } from '@petsetu/contract/call.ts'
import { IconDownload } from '@tabler/icons-react'
import { messageOf } from '../lib/request.ts'
import { type FileCall, saveReply } from '../lib/save-file.ts'
import { useBusy } from '../lib/use-busy.ts'
import { tellFailed } from './tell.ts'

/** Saves what a list shows, all pages of it, as CSV. */
export function DownloadCsv<C extends FileCall & { file: 'text/csv' }>({ call, input }: { call: C; input: Input<C> }) {
  const [save, isBusy] = useBusy(async () => {
    try {
      await saveReply(call, input)
    } catch (error) {
      tellFailed(messageOf(error, 'Failed to download the CSV file. Please try again.'))
    }
  })
  return (
    <Button
      variant="default"
      loading={isBusy}
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={() => save()}
    >
      Download CSV
    </Button>
  )
}
