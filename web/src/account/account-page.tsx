import { useUser } from '../auth/session.ts'
import { useText } from '../languages/use-text.tsx'
import { PageTitle } from '../ui/layout/page-title.tsx'
import { AccountSection } from './account-section.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { Devices } from './devices.tsx'
import { EmailForm } from './email-form.tsx'
import { LanguageForm } from './language-form.tsx'
import { PhoneForm } from './phone-form.tsx'

export function AccountPage() {
  const text = useText()
  const user = useUser()
  if (!user) return null
  return (
    <>
      <PageTitle hint={user.username}>{text('titles.account')}</PageTitle>
      <AccountSection id="email" title={text('accountEmail.title')}>
        <EmailForm />
      </AccountSection>
      <AccountSection id="phone" title={text('labels.phone')}>
        <PhoneForm />
      </AccountSection>
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
