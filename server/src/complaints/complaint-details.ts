import type { ComplaintForm } from '@petsetu/contract/complaints/complaint-form.ts'
import { sql } from 'kysely'

/** The columns of what a complainant may add. */
export const GIVEN_COLUMNS = [
  'landmark',
  'lat',
  'lon',
  'accuracy',
  'offender',
  'vehicle',
  'witness',
  'fir_number',
  'about_tag',
] as const satisfies (keyof ComplaintForm)[]

export const NO_DETAILS = {
  landmark: null,
  lat: null,
  lon: null,
  accuracy: null,
  location_agreed_at: null,
  offender: null,
  vehicle: null,
  witness: null,
  fir_number: null,
  about_tag: null,
}

/** The details as columns, null where nothing was given, so that a correction also removes what was there. */
export function detailsOf(form: ComplaintForm) {
  const { landmark, lat, lon, accuracy, offender, vehicle, witness, fir_number, about_tag } = form
  return {
    landmark: landmark ?? null,
    lat: lat ?? null,
    lon: lon ?? null,
    accuracy: accuracy ?? null,
    location_agreed_at: lat === undefined ? null : sql<Date>`now()`,
    offender: offender ?? null,
    vehicle: vehicle ?? null,
    witness: witness ?? null,
    fir_number: fir_number ?? null,
    about_tag: about_tag ?? null,
  }
}

/** The fields of a form that say something. */
export function givenIn<F extends object>(form: { [Field in keyof F]: F[Field] | null }): F {
  return Object.fromEntries(Object.entries(form).filter(([, value]) => (value ?? null) !== null)) as F
}
