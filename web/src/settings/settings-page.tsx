import { useQuery } from '@tanstack/react-query'
import { useText } from '../languages/use-text.tsx'
import { FormSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { PageTitle } from '../ui/layout/page-title.tsx'
import { LegalSection } from './legal-section.tsx'
import { LogoSection } from './logo-section.tsx'
import { SECTIONS } from './sections.ts'
import { SettingsSection } from './settings-section.tsx'
import { storedSettings } from './use-settings-form.ts'

export function SettingsPage() {
  const text = useText()
  return (
    <>
      <PageTitle hint={text('settings.hint')}>{text('titles.settings')}</PageTitle>
      <Settings />
    </>
  )
}

function Settings() {
  const text = useText()
  const stored = useQuery(storedSettings)
  return (
    <Loaded query={stored} skeleton={<FormSkeleton />} failure={text('settings.loadFailed')}>
      {({ data: saved }) => (
        <>
          {SECTIONS.map((section) => (
            <SettingsSection key={section.id} section={section} saved={saved} />
          ))}
          <LogoSection saved={saved} />
          <LegalSection />
        </>
      )}
    </Loaded>
  )
}
