import { Button } from '@mantine/core'
import type { Input } from '@petsetu/contract/call.ts'
import { IconDownload, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { RichText } from '../../languages/use-text.tsx'
import type { FileCall } from '../../lib/save-reply.ts'
import { screenReaderOnly } from '../layout/screen-reader-only.tsx'
import { useDownload } from './use-download.ts'

type Props<C extends FileCall> = {
  call: C
  input: Input<C>
  failure: string
  children: string
  icon?: ReactNode
  isDisabled?: boolean
  variant?: 'default' | 'outline' | 'filled'
}

/** Downloads the file that a call answers with; the download can be cancelled. */
export function DownloadButton<C extends FileCall>(props: Props<C>) {
  const { call, input, failure, children, isDisabled = false, variant = 'default' } = props
  const { icon = <IconDownload size={18} aria-hidden /> } = props
  const { download, isBusy, cancel } = useDownload(call, failure)
  return (
    <>
      <Button
        variant={variant}
        disabled={isDisabled}
        loading={isBusy}
        leftSection={icon}
        onClick={() => void download(input)}
      >
        {children}
      </Button>
      {isBusy && (
        <Button variant="subtle" px={8} leftSection={<IconX size={18} aria-hidden />} onClick={cancel}>
          <RichText id="controls.cancelDownload" fill={{ what: screenReaderOnly }} />
        </Button>
      )}
    </>
  )
}
