import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { consentCalls } from '@petsetu/contract/people/consents.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { NoticePurpose } from '@petsetu/languages/notice-version.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../platform/languages/use-text.tsx'
import { callQuery } from '../platform/lib/requests/call-query.ts'

type Notice = { purpose: NoticePurpose; language: Language }

type Props = Notice & {
  error: ReactNode
  isAgreed: boolean
  onChange: (isAgreed: boolean) => void
}

/** Somebody for whom an admin fills in a form has heard the privacy notice, whose words stand below. */
export function AgreedField({ error, isAgreed, onChange, ...notice }: Props) {
  const text = useText()
  return (
    <Checkbox
      label={text('caseEntry.agreed')}
      description={<SpokenNotice {...notice} />}
      data-path="agreed"
      error={error}
      required
      checked={isAgreed}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}

/** The words to read out, in the language of that person. */
function SpokenNotice({ purpose, language }: Notice) {
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
