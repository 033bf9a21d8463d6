import { DEFAULT_AVATAR } from '@petsetu/contract/site/site.ts'

type Props = { src?: string | undefined; size: number }

/** The picture of an account. Its alternative text is empty because the name is beside it. */
export function AccountAvatar({ src = DEFAULT_AVATAR, size }: Props) {
  return (
    <img
      style={{ flex: 'none', borderRadius: '50%', objectFit: 'cover' }}
      src={src}
      width={size}
      height={size}
      alt=""
    />
  )
}
