import { tagCalls } from '@petsetu/contract/tags.ts'
import { IconPrinter } from '@tabler/icons-react'
import { DownloadButton } from '../ui/table/download-button.tsx'

/** Downloads the QR codes of these tags as a PDF of A4 pages. */
export function PrintSheet({ petIds, isDisabled = false }: { petIds: string[]; isDisabled?: boolean }) {
  return (
    <DownloadButton
      call={tagCalls.sheet}
      input={{ query: { petIds: petIds.join(',') } }}
      failure="The sheet could not be made. Please try again."
      icon={<IconPrinter size={18} aria-hidden />}
      isDisabled={isDisabled}
      variant="outline"
    >
      Print sheet (A4 PDF)
    </DownloadButton>
  )
}
