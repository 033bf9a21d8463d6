import { useText } from '../languages/use-text.tsx'
import card from '../ui/layout/card.module.css'
import { PageTitle } from '../ui/layout/page-title.tsx'
import classes from './account-page.module.css'
import { ChangePasswordForm } from './change-password-form.tsx'
import { LanguageForm } from './language-form.tsx'
import { useUser } from './session.ts'

export function AccountPage() {
  const text = useText()
  const user = useUser()
  if (!user) return null
  return (
    <>
      <PageTitle hint={`${user.username}, ${user.email}`}>{text('titles.account')}</PageTitle>
      <section className={`${card.card} ${classes.section}`} aria-labelledby="change-password">
        <h2 id="change-password" className={classes.heading}>
          {text('password.change')}
        </h2>
        <ChangePasswordForm username={user.username} />
      </section>
      <section className={`${card.card} ${classes.section}`} aria-labelledby="language">
        <h2 id="language" className={classes.heading}>
          {text('frame.languages')}
        </h2>
        <LanguageForm />
      </section>
    </>
  )
}
