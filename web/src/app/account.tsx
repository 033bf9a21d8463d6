import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { IconLogout } from '@tabler/icons-react'
import { Link } from 'react-router'
import { askAndSignOut, useUser } from '../people/auth/session.ts'
import { useText } from '../platform/languages/use-text.tsx'
import { AccountAvatar } from '../shared/account-avatar.tsx'
import classes from './account.module.css'

/** The signed-in person, with links to the account page and to log out. */
export function Account({ withAvatar = false }: { withAvatar?: boolean }) {
  const text = useText()
  const user = useUser()
  if (!user) return null
  return (
    <div className={classes.account}>
      {withAvatar && (
        <span className={classes.avatar}>
          <AccountAvatar src={user.avatar} size={40} />
        </span>
      )}
      <Link className={classes.name} to={paths.account.to({})} title={user.username}>
        {user.username}
      </Link>
      <Button
        className={classes.leave ?? ''}
        variant="subtle"
        leftSection={<IconLogout size={18} aria-hidden />}
        onClick={() => void askAndSignOut(text('frame.unsentAtLogout'))}
      >
        {text('frame.logout')}
      </Button>
    </div>
  )
}
