import { latinDigits } from '@petsetu/languages/scripts.ts'

/** `href` is a tel: or mailto: address, `text` the part of the typed text that it was made from. */
export type ContactLink = { kind: 'phone' | 'email'; href: string; text: string }

// libphonenumber-js 1.13 was tried: `findPhoneNumbersInText` misses the second of two numbers with a comma between them, a number beside a
// PIN code and a landline without its area code, and takes 12-05-2024 for a number. Its smallest bundle has 43 kB, compressed.
const EMAIL = /[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}/gi
// Groups of digits with at most one character between them; a comma, a slash or a word ends the run.
const DIGIT_RUN = /\+?\d+(?:(?: ?[-–.()] ?| )[()]?\d+)*/g
const COUNTRY_CODE = '91'

/**
 * Finds the phone numbers and e-mail addresses in an owner's free text: phones first, each once.
 * Numbers count as Indian unless they start with +. What cannot be a phone number (a PIN code, a date) is left out.
 */
export function contactLinks(contactDetails: string): ContactLink[] {
  const emails = [...contactDetails.matchAll(EMAIL)].map(
    ([text]): ContactLink => ({ kind: 'email', href: `mailto:${text.replaceAll('%', '%25')}`, text }),
  )
  const withoutEmails = contactDetails.replace(EMAIL, '\n')
  const phones = [...latinDigits(withoutEmails).matchAll(DIGIT_RUN)].flatMap(({ 0: run, index }) =>
    phonesInRun(run).map(
      ({ number, start, end }): ContactLink => ({
        kind: 'phone',
        href: `tel:${number}`,
        text: withoutEmails.slice(index + start, index + end),
      }),
    ),
  )
  const links = [...phones, ...emails]
  return links.filter((link, at) => links.findIndex((other) => other.href === link.href) === at)
}

// Six to nine: the first digits of mobile numbers in India. A landline has no WhatsApp that a finder could reach.
const INDIAN_MOBILE = /^tel:\+(91[6-9]\d{9})$/

/** The first Indian mobile number, as WhatsApp's links want it: digits only, with the country code. */
export function whatsAppNumberOf(links: ContactLink[]): string | null {
  return links.flatMap(({ href }) => INDIAN_MOBILE.exec(href)?.[1] ?? [])[0] ?? null
}

/** Opens WhatsApp with this message, to this number or to whom the sender chooses. */
export function whatsAppLink(message: string, number = ''): string {
  // Half a character, which a person may have pasted, cannot be part of an address.
  return `https://wa.me/${number}?text=${encodeURIComponent(message.replaceAll(/\p{Surrogate}/gu, '\ufffd'))}`
}

type Phone = { number: string; start: number; end: number }

/** There may be only a space between two numbers, so it takes the longest groups of digits that form a number. */
function phonesInRun(run: string): Phone[] {
  const local = localLandline(run)
  if (local) return [{ number: local, start: 0, end: run.length }]

  const groups = [...run.matchAll(/\+?\d+/g)].map(({ 0: digits, index }) => ({ digits, index }))
  const found: Phone[] = []
  for (let first = 0; first < groups.length; first++) {
    const phone = longestFrom(groups.slice(first))
    if (!phone) continue
    found.push(phone)
    first += phone.groupCount - 1
  }
  return found
}

function longestFrom(groups: { digits: string; index: number }[]): (Phone & { groupCount: number }) | null {
  for (let groupCount = groups.length; groupCount > 0; groupCount--) {
    const [first, last] = [groups[0], groups[groupCount - 1]]
    const number = dialled(groups.slice(0, groupCount).map(({ digits }) => digits))
    if (number && first && last) return { number, start: first.index, end: last.index + last.digits.length, groupCount }
  }
  return null
}

/** The number to dial for these groups of digits, or null if they are not a phone number. */
function dialled(groups: string[]): string | null {
  const digits = groups.join('').replace('+', '')
  if (groups[0]?.startsWith('+') && !digits.startsWith(COUNTRY_CODE)) {
    return /^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : null
  }
  // Toll-free numbers work only inside the country.
  if (/^18[06]0\d{6,7}$/.test(digits)) return digits
  const national = digits.match(/^(?:0{0,2}91|0)?0?([1-9]\d{9})$/)?.[1]
  return national ? `+${COUNTRY_CODE}${national}` : null
}

/** Seven or eight digits without an area code, in one or two groups. Three groups are more likely a date. */
function localLandline(run: string): string | null {
  const digits = run.replace(/[ -]/, '')
  return /^[2-7]\d{6,7}$/.test(digits) ? digits : null
}
