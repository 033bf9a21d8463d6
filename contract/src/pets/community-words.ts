export const EAR_NOTCHES = ['left', 'right', 'none'] as const
export type EarNotch = (typeof EAR_NOTCHES)[number]

export const COMMUNITY_STATUSES = ['here', 'moved', 'adopted', 'died'] as const
export type CommunityStatus = (typeof COMMUNITY_STATUSES)[number]
