import { NativeSelect } from '@mantine/core'
import { foundationCalls } from '@petsetu/contract/foundation.ts'
import { LEGAL_PAGES, type LegalPageName } from '@petsetu/contract/public-pages.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@petsetu/languages/languages.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useLanguage, useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import { FormSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { LegalTextForm } from './legal-text-form.tsx'
import classes from './settings.module.css'
import { SettingsCard } from './settings-card.tsx'

const TITLES: Record<LegalPageName, PlainId> = {
  privacy: 'frame.privacy',
  terms: 'frame.terms',
  refunds: 'frame.refunds',
  contact: 'frame.contactUs',
}

/** The foundation's own text of one legal page in one language; the address says of which. */
export function LegalSection() {
  const text = useText()
  const [params, setParams] = useSearchParams()
  const page = LEGAL_PAGES.find((name) => name === params.get('page')) ?? 'privacy'
  const own = useLanguage()
  const language = LANGUAGES.find((name) => name === params.get('text')) ?? own
  const choose = (name: 'page' | 'text', value: string) =>
    setParams(
      (all) => {
        all.set(name, value)
        return all
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <SettingsCard id="pages" title={text('settings.pages')} hint={text('settings.pagesHint')}>
      <div className={classes.form}>
        <div className={classes.fields}>
          <NativeSelect
            label={text('settings.page')}
            data={LEGAL_PAGES.map((value) => ({ value, label: text(TITLES[value]) }))}
            value={page}
            onChange={(event) => choose('page', event.currentTarget.value)}
          />
          <NativeSelect
            label={text('settings.language')}
            data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            value={language}
            onChange={(event) => choose('text', event.currentTarget.value)}
          />
        </div>
        <LegalText key={`${page} ${language}`} page={page} language={language} />
      </div>
    </SettingsCard>
  )
}

function LegalText(of: { page: LegalPageName; language: Language }) {
  const text = useText()
  // Never from the cache: a form filled with an old text would overwrite a newer one.
  const query = { ...callQuery(foundationCalls.readText, { params: of }), gcTime: 0, refetchOnWindowFocus: false }
  const stored = useQuery(query)
  return (
    <Loaded query={stored} skeleton={<FormSkeleton fields={1} />} failure={text('settings.loadFailed')}>
      {({ data }) => <LegalTextForm of={of} stored={data} />}
    </Loaded>
  )
}
