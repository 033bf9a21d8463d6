/** 32 letters and digits, without 0, O, 1 and I, which are easily misread. 12 of them hold 60 bits. */
export const PET_ID_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const PET_ID_LENGTH = 12

const PET_ID = new RegExp(`^[${PET_ID_ALPHABET}]{${PET_ID_LENGTH}}$`)

/** The stored form of a typed or scanned ID (`abcd-efgh jklm` becomes `ABCDEFGHJKLM`); null if it is not a valid petId. */
export function normalizePetId(typed: string): string | null {
  if (typed.length > 40) return null
  const petId = typed.replace(/[\s-]/g, '').toUpperCase()
  return PET_ID.test(petId) ? petId : null
}

/** Groups of four, easy to read aloud: `ABCD-EFGH-JKLM`. */
export function groupPetId(petId: string): string {
  return petId.match(/.{1,4}/g)?.join('-') ?? petId
}

/** An ID as it is printed on a tag, for examples. */
export const EXAMPLE_TAG = groupPetId('ABCDEFGHJKLM')
