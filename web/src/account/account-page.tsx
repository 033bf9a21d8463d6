import { useQuery } from '@tanstack/react-query'
import { useUser } from '../auth/session.ts'
import { useText } from '../languages/use-text.tsx'
import { PageTitle } from '../ui/layout/page-title.tsx'
import classes from './account-page.module.css'
import { AccountSection } from './account-section.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { Devices } from './devices.tsx'
import { EmailForm } from './email-form.tsx'
import { LanguageForm } from './language-form.tsx'
import { OwnPrivacyRequests } from './own-privacy-requests.tsx'
import { PersonalData } from './personal-data.tsx'
import { PhoneForm } from './phone-form.tsx'
import { ReminderChoice } from './reminder-choice.tsx'
import { SecondFactor, secondFactorQuery } from './second-factor/second-factor.tsx'

export function AccountPage() {
  const text = useText()
  const user = useUser()
  const isAdmin = user?.role === 'admin'
  const secondFactor = useQuery({ ...secondFactorQuery, enabled: isAdmin })
  if (!user) return null
  const title = <PageTitle hint={user.username}>{text('titles.account')}</PageTitle>
  if (isAdmin && secondFactor.isPending) return <>{title}</>
  // An admin who must set up a second factor can do nothing else before.
  const isHeldUp = secondFactor.data?.data.is_required ?? false
  return (
    <>
      {title}
      <div className={classes.sections}>
        {!isHeldUp && (
          <>
            <AccountSection id="email" title={text('accountEmail.title')}>
              <EmailForm />
            </AccountSection>
            <AccountSection id="phone" title={text('accountPhone.title')}>
              <PhoneForm />
            </AccountSection>
            <AccountSection id="change-password" title={text('password.change')}>
              <ChangePasswordForm username={user.username} />
            </AccountSection>
          </>
        )}
        <AccountSection id="second-factor" title={text('secondFactor.title')}>
          <SecondFactor username={user.username} />
        </AccountSection>
        {!isHeldUp && (
          <>
            <AccountSection id="devices" title={text('devices.title')}>
              <Devices />
            </AccountSection>
            <AccountSection id="reminders" title={text('titles.mailPreferences')}>
              <ReminderChoice />
            </AccountSection>
            <AccountSection id="language" title={text('frame.languages')}>
              <LanguageForm />
            </AccountSection>
            <AccountSection id="personal-data" title={text('personalData.title')}>
              <PersonalData user={user} />
            </AccountSection>
            <AccountSection id="privacy-requests" title={text('titles.privacyRequest')}>
              <OwnPrivacyRequests />
            </AccountSection>
          </>
        )}
      </div>
    </>
  )
}
