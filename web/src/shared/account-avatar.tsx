import { DEFAULT_AVATAR } from '@petsetu/contract/site/site.ts'
import classes from './account-avatar.module.css'

type Props = { src?: string | undefined; size: number }

/** The picture of an account. Its alternative text is empty because the name is beside it. */
export function AccountAvatar({ src = DEFAULT_AVATAR, size }: Props) {
  return <img className={classes.avatar} src={src} width={size} height={size} alt="" />
}
