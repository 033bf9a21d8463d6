import { useUser } from '../auth/session.ts'
import { useText } from '../languages/use-text.tsx'
import { PageTitle } from '../ui/layout/page-title.tsx'
import { AccountSection } from './account-section.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { Devices } from './devices.tsx'
import { LanguageForm } from './language-form.tsx'

export function AccountPage() {
  const text = useText()
  const user = useUser()
  if (!user) return null
  return (
    <>
      <PageTitle hint={`${user.username}, ${user.email}`}>{text('titles.account')}</PageTitle>
      <AccountSection id="change-password" title={text('password.change')}>
        <ChangePasswordForm username={user.username} />
      </AccountSection>
      <AccountSection id="devices" title={text('devices.title')}>
        <Devices />
      </AccountSection>
      <AccountSection id="language" title={text('frame.languages')}>
        <LanguageForm />
      </AccountSection>
    </>
  )
}
