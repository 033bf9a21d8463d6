import { consentCalls } from '@petsetu/contract/people/consents.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { NoticePurpose } from '@petsetu/languages/notice-version.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../platform/languages/use-text.tsx'
import { callQuery } from '../platform/lib/requests/call-query.ts'

/** The words to read out to somebody for whom an admin fills in a form, in the language of that person. */
export function SpokenNotice({ purpose, language }: { purpose: NoticePurpose; language: Language }) {
  const text = useText()
  const notices = useQuery(callQuery(consentCalls.notices, { query: { purpose } }))
  const notice = notices.data?.data.find((one) => one.is_current && one.language === language)
  if (!notice) return text(notices.error ? 'caseEntry.noticeFailed' : 'caseEntry.noticeLoading')
  return (
    <>
      {text('caseEntry.readOut')} <q lang={language}>{notice.text}</q>
    </>
  )
}
