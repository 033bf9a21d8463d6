import { useQuery } from '@tanstack/react-query'
import { useText } from '../languages/use-text.tsx'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import { FormSkeleton } from '../ui/feedback/list-skeletons.tsx'
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
  if (stored.isPending) return <FormSkeleton />
  if (stored.isLoadingError) return <ErrorBox message={text('settings.loadFailed')} onRetry={stored.refetch} />
  const saved = stored.data.data
  return (
    <>
      {SECTIONS.map((section) => (
        <SettingsSection key={section.id} section={section} saved={saved} />
      ))}
      <LogoSection saved={saved} />
      <LegalSection />
    </>
  )
}
