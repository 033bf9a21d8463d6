import { Avatar, Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { signOut, useUser } from '../auth/session.ts'
import classes from './account.module.css'

/** Who is signed in, and the way out. */
export function Account({ withAvatar = false }: { withAvatar?: boolean }) {
  const user = useUser()
  if (!user) return null
  return (
    <div className={classes.account}>
      {withAvatar && <Avatar src={user.avatar ?? null} name={user.username} color="brand" size={40} alt="" />}
      <span className={classes.name} title={user.username}>
        {user.username}
      </span>
      <Button
        className={classes.leave ?? ''}
        variant="subtle"
        px={12}
        leftSection={<IconLogout size={18} aria-hidden />}
        onClick={signOut}
      >
        Logout
      </Button>
    </div>
  )
}
