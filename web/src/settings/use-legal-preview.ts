import { foundationCalls } from '@petsetu/contract/foundation.ts'
import type { LegalDocument, LegalPageName } from '@petsetu/contract/public-pages.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import { messageOf, request } from '../lib/request.ts'
import { useBusy } from '../lib/use-busy.ts'

/** Makes the preview of a legal page's text, as the server would show it. */
export function useLegalPreview(of: { page: LegalPageName; language: Language }) {
  const text = useText()
  const [document, setDocument] = useState<LegalDocument | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [make, isBusy] = useBusy(async (markdown: string) => {
    setFailure(null)
    try {
      const { reply } = await request(foundationCalls.previewText, { params: of, body: { markdown } })
      setDocument(reply.data.document)
    } catch (error) {
      setFailure(messageOf(error, text('settings.previewFailed')))
    }
  })
  return { document, failure, isBusy, make, forget: () => setDocument(null) }
}
