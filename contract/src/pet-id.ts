/** 32 letters and digits; 0 and O, 1 and I are left out because they are misread. 12 of them carry 60 bits. */
export const PET_ID_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const PET_ID_LENGTH = 12

const PET_ID = new RegExp(`^[${PET_ID_ALPHABET}]{${PET_ID_LENGTH}}$`)

/** The stored form of what somebody typed or scanned (`abcd-efgh jklm` is `ABCDEFGHJKLM`), or null if it is no petId. */
export function normalizePetId(typed: string): string | null {
  if (typed.length > 40) return null
  const petId = typed.replace(/[\s-]/g, '').toUpperCase()
  return PET_ID.test(petId) ? petId : null
}

/** In groups of four, easy to read aloud: `ABCD-EFGH-JKLM`. */
export function groupPetId(petId: string): string {
  return petId.match(/.{1,4}/g)?.join('-') ?? petId
}
