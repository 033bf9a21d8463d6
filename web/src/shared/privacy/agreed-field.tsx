import { Checkbox, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { consentCalls } from '@petsetu/contract/people/consents.ts'
import { isLanguage, type Language } from '@petsetu/languages/languages.ts'
import type { NoticePurpose } from '@petsetu/languages/notice-version.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { LANGUAGE_CHOICES } from '../../platform/ui/fields/choices.ts'

type Notice = { purpose: NoticePurpose; language: Language }

/** Choices that are made anew for each person, and not stored in a draft. */
export type AgreedChoices = { language: Language; agreed: boolean }

type Props = {
  /** The notice that is read out. */
  purpose: NoticePurpose
  languageHint?: string
  choices: AgreedChoices
  form: { errors: { agreed?: ReactNode }; clearFieldError: (field: 'agreed') => void }
  onChoose: (choices: AgreedChoices) => void
}

/** The language of somebody for whom an admin fills in a form, who has heard the privacy notice in it. Its words stand below. */
export function AgreedFields({ purpose, languageHint, choices, form, onChoose }: Props) {
  const text = useText()
  return (
    <>
      <NativeSelect
        label={text('caseEntry.language')}
        description={languageHint}
        data={LANGUAGE_CHOICES}
        value={choices.language}
        // The words to read out are others then, which nobody has heard.
        onChange={({ currentTarget: { value } }) => isLanguage(value) && onChoose({ language: value, agreed: false })}
      />
      <Checkbox
        label={text('caseEntry.agreed')}
        description={<SpokenNotice purpose={purpose} language={choices.language} />}
        data-path="agreed"
        error={form.errors.agreed}
        required
        checked={choices.agreed}
        onChange={({ currentTarget: { checked } }) => {
          onChoose({ ...choices, agreed: checked })
          form.clearFieldError('agreed')
        }}
      />
    </>
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
