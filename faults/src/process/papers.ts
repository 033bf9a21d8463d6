import type { Chance } from '../random.ts'

export type Person = { name: string; email: string; phone: string }

let people = 0

/** Somebody who fills in one form, and is known by its e-mail. */
export function aPerson(chance: Chance): Person {
  const number = `${chance.below(2 ** 32)}-${++people}`
  return { name: `Kavita Rao ${number}`, email: `kavita${number}@example.org`, phone: '+91 55500 12345' }
}

export function aComplaint(chance: Chance, { name, email, phone }: Person) {
  return {
    fullname: name,
    email,
    phone,
    type_of_complaint: 'Cruelty',
    location_of_incident: `${chance.below(500)} Lake Road, Pune`,
    date_of_incident: '2026-01-31',
    description: 'A dog is chained in the sun without water.',
  }
}

/** A PDF of its own, of some hundred bytes to some hundred kilobytes, or of about so many bytes. */
export function aDocument(chance: Chance, bytes = 300 + chance.below(200_000)): Uint8Array<ArrayBuffer> {
  const filling = `${chance.below(2 ** 32)} `.repeat(Math.ceil(bytes / 9)).slice(0, bytes)
  return new Uint8Array(Buffer.from(`%PDF-1.4\n%${filling}\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n`, 'latin1'))
}
