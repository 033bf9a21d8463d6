/** The picture used for every account. */
export const DEFAULT_AVATAR = '/default-avatar.svg'
