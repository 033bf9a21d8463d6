import { parseReference } from '@petsetu/contract/complaints/reference.ts'
import { normalizePetId, PET_ID_ALPHABET, PET_ID_LENGTH } from '@petsetu/contract/pets/pet-id.ts'
import { isInternalId } from '@petsetu/contract/platform/envelope.ts'
import { isIndexed, wordsIn } from '@petsetu/contract/platform/search-words.ts'
import { parseReceiptNumber, type ReceiptNumber } from '../../payments/receipts/receipt-numbers.ts'
import { searchedPhone } from '../../people/users/user-search.ts'

/** Everything that a typed text can stand for. */
export type SearchText = {
  /** The text without spaces around it. */
  typed: string
  number: number | null
  petId: string | null
  /** The beginning of a tag's ID. */
  tagStart: string | null
  complaintId: number | null
  receipt: ReceiptNumber | null
  /** An id of the payment provider's. */
  providerId: string | null
  /** A phone number, or how it begins: its last ten digits, without the country's code. */
  phone: string | null
  /** Names and addresses have to contain all of them. Empty if the text has too few letters to be looked for. */
  words: string[]
}

const WORDS_MAX = 8
const TAG_START_MIN = 4

const TAG_START = new RegExp(`^[${PET_ID_ALPHABET}]{${TAG_START_MIN},${PET_ID_LENGTH - 1}}$`)

export function readSearchText(typed: string): SearchText {
  const tagStart = typed.replace(/[\s-]/g, '').toUpperCase()
  const phone = searchedPhone(typed)
  return {
    typed,
    number: isInternalId(withoutZeros(typed)) ? Number(typed) : null,
    petId: normalizePetId(typed),
    tagStart: TAG_START.test(tagStart) ? tagStart : null,
    complaintId: parseReference(typed),
    receipt: parseReceiptNumber(typed),
    providerId: /^(pay|order|rfnd)_\w+$/.test(typed) ? typed : null,
    phone,
    // Shorter ones beside longer ones are left out: they would be compared with every row that those find.
    words: phone || /^\d+$/.test(typed) ? [] : wordsIn(typed).filter(isIndexed).slice(0, WORDS_MAX),
  }
}

/** True if nothing but a longer text could find something. */
export function isTooShort({ number, phone, words }: SearchText): boolean {
  return words.length === 0 && number === null && phone === null
}

function withoutZeros(typed: string): string {
  return typed.replace(/^0+/, '')
}
