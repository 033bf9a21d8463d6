import { Button } from '@mantine/core'
import { tagCalls } from '@petsetu/contract/tags.ts'
import { IconPrinter } from '@tabler/icons-react'
import { messageOf } from '../lib/request.ts'
import { saveReply } from '../lib/save-file.ts'
import { useBusy } from '../lib/use-busy.ts'
import { tellFailed } from '../ui/tell.ts'

/** Saves the codes of these tags as A4 pages, to print and cut. */
export function PrintSheet({ petIds, isDisabled = false }: { petIds: string[]; isDisabled?: boolean }) {
  const [save, isBusy] = useBusy(async () => {
    try {
      await saveReply(tagCalls.sheet, { query: { petIds: petIds.join(',') } })
    } catch (error) {
      tellFailed(messageOf(error, 'The sheet could not be made. Please try again.'))
    }
  })
  return (
    <Button
      variant="outline"
      disabled={isDisabled}
      loading={isBusy}
      leftSection={<IconPrinter size={18} aria-hidden />}
      onClick={() => save()}
    >
      Print sheet (A4 PDF)
    </Button>
  )
}
