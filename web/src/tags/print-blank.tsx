import { Button } from '@mantine/core'
import { PRINTED_TAGS_MAX, tagCalls } from '@petsetu/contract/tags.ts'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useText } from '../languages/use-text.tsx'
import { messageOf, request } from '../lib/request.ts'
import { saveReply } from '../lib/save-reply.ts'
import { useBusy } from '../lib/use-busy.ts'
import { showFailure } from '../ui/feedback/toast.ts'

const TAGS_A_REQUEST = 100

/** Downloads the QR codes of all blank tags, or those of a batch: a PDF for every 240 of them, because a sheet holds no more. */
export function PrintBlank({ batch }: { batch: string }) {
  const text = useText()
  const left = useRef(new AbortController())
  useEffect(() => () => left.current.abort(), [])

  const [print, isBusy] = useBusy(async () => {
    left.current = new AbortController()
    const { signal } = left.current
    try {
      const petIds = await listBlank(batch, signal)
      if (petIds.length === 0) showFailure(text('tags.noBlank'))
      for (let first = 0; first < petIds.length; first += PRINTED_TAGS_MAX) {
        const sheet = petIds.slice(first, first + PRINTED_TAGS_MAX).join(',')
        await saveReply(tagCalls.sheet, { query: { petIds: sheet } }, signal)
      }
    } catch (error) {
      if (!signal.aborted) showFailure(messageOf(error, text('tags.printFailed')))
    }
  })

  return (
    <Button
      variant="outline"
      loading={isBusy}
      leftSection={<IconPrinter size={18} aria-hidden />}
      onClick={() => void print()}
    >
      {text(batch ? 'tags.printBlankOfBatch' : 'tags.printAllBlank')}
    </Button>
  )
}

async function listBlank(batch: string, signal: AbortSignal): Promise<string[]> {
  const petIds: string[] = []
  for (let page = 1; ; page++) {
    const query = { state: 'blank', batch, page: String(page), limit: String(TAGS_A_REQUEST) } as const
    const { reply } = await request(tagCalls.list, { query }, { signal })
    petIds.push(...reply.map(({ petId }) => petId))
    if (reply.length < TAGS_A_REQUEST) return petIds
  }
}
