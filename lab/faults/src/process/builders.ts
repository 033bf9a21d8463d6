import type { Random } from '../random.ts'

export type Person = { name: string; email: string; phone: string }

let people = 0

/** A person with a unique e-mail address. */
export function aPerson(random: Random): Person {
  const number = `${random.below(2 ** 32)}-${++people}`
  return { name: `Kavita Rao ${number}`, email: `kavita${number}@example.org`, phone: '+91 55500 12345' }
}

export function aComplaint(random: Random, { name, email, phone }: Person) {
  return {
    fullname: name,
    email,
    phone,
    type_of_complaint: 'Cruelty',
    location_of_incident: `${random.below(500)} Lake Road, Pune`,
    date_of_incident: '2026-01-31',
    description: 'A dog is chained in the sun without water.',
  }
}

/** A unique PDF of a random size, or of about `bytes` bytes. */
export function aDocument(random: Random, bytes = 300 + random.below(200_000)): Uint8Array<ArrayBuffer> {
  const filling = `${random.below(2 ** 32)} `.repeat(Math.ceil(bytes / 9)).slice(0, bytes)
  return new Uint8Array(Buffer.from(`%PDF-1.4\n%${filling}\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n`, 'latin1'))
}
