import { Button } from '@mantine/core'
import type { Input } from '@petsetu/contract/platform/call.ts'
import { IconDownload, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { RichText, useText } from '../../languages/use-text.tsx'
import { keepingFocus } from '../../lib/lost-focus.ts'
import { messageOf } from '../../lib/requests/request.ts'
import { type FileCall, saveReply } from '../../lib/requests/save-reply.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { showFailure } from '../feedback/toast.ts'
import { screenReaderOnly } from '../layout/screen-reader-only.tsx'

type Props<C extends FileCall> = {
  call: C
  input: Input<C>
  failure: string
  children: string
  /** Names the file too, for screen readers, where each row has such a button. */
  name?: string
  icon?: ReactNode
  isDisabled?: boolean
  /** `subtle` in the row of a table. */
  variant?: 'default' | 'outline' | 'filled' | 'subtle'
  /** Called once the file is there. */
  onSaved?: () => void
}

/** Downloads the file that a call answers with; the download can be cancelled. */
export function DownloadButton<C extends FileCall>(props: Props<C>) {
  const { call, input, failure, children, name, isDisabled = false, variant = 'default', onSaved } = props
  const { icon = <IconDownload size={18} aria-hidden /> } = props
  const { download, isBusy, cancel } = useDownload(call, failure, onSaved)
  return (
    <>
      <Button
        variant={variant}
        {...(variant === 'subtle' && { px: 8, ml: -8 })}
        aria-label={name}
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

/** Downloads the file that a call answers with. Large files take long, so it can be cancelled. */
function useDownload<C extends FileCall>(call: C, failure: string, onSaved?: () => void) {
  const running = useRef(new AbortController())
  useEffect(() => () => running.current.abort(), [])
  const [download, isBusy] = useBusy(
    keepingFocus(async (input: Input<C>) => {
      running.current = new AbortController()
      const { signal } = running.current
      try {
        await saveReply(call, input, signal)
        onSaved?.()
      } catch (error) {
        if (!signal.aborted) showFailure(messageOf(error, failure))
      }
    }),
  )
  return { download, isBusy, cancel: () => running.current.abort() }
}

export function DownloadCsv<C extends FileCall & { file: 'text/csv' }>({ call, input }: { call: C; input: Input<C> }) {
  const text = useText()
  return (
    <DownloadButton call={call} input={input} failure={text('controls.csvFailed')}>
      {text('controls.downloadCsv')}
    </DownloadButton>
  )
}
