import { tagCalls } from '@petsetu/contract/pets/tags.ts'
import { IconPrinter } from '@tabler/icons-react'
import { useText } from '../../platform/languages/use-text.tsx'
import { DownloadButton } from '../../platform/ui/table/download-button.tsx'

/** Downloads the QR codes of these tags as a PDF of A4 pages. */
export function PrintSheet({ petIds, isDisabled = false }: { petIds: string[]; isDisabled?: boolean }) {
  const text = useText()
  return (
    <DownloadButton
      call={tagCalls.sheet}
      input={{ query: { petIds: petIds.join(',') } }}
      failure={text('tags.printFailed')}
      icon={<IconPrinter size={18} aria-hidden />}
      isDisabled={isDisabled}
      variant="outline"
    >
      {text('tags.print')}
    </DownloadButton>
  )
}
