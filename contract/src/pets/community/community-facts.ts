export const EAR_NOTCHES = ['left', 'right', 'none'] as const
export type EarNotch = (typeof EAR_NOTCHES)[number]

export const COMMUNITY_STATUSES = ['here', 'moved', 'adopted', 'died'] as const
export type CommunityStatus = (typeof COMMUNITY_STATUSES)[number]

/** The area of whoever has seen an animal in none of the wards. */
export const ELSEWHERE = '-'

/** The form of the public page with which somebody says that they have seen an animal. */
export const SEEN_PATH = '/pet-detail/{petId}/seen'

/** The certificate of an animal, as a PDF. */
export const CERTIFICATE_PATH = '/pet-detail/{petId}/certificate.pdf'
