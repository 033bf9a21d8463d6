import { randomUUID } from 'node:crypto'
import type { CampForm } from '@petsetu/contract/pets/camps/camps.ts'
import { insertCamp } from '../src/pets/camps/camp-queries.ts'
import type { Db } from '../src/platform/db/pool.ts'

export const CAMP: CampForm = {
  name: 'Rabies day in Kothrud',
  day: '2026-01-31',
  ward: 'Kothrud',
  place: 'Near the vegetable market',
  kinds: [
    { kind: 'rabies', product: 'Raksharab', batch: 'RB-17', valid_until: '2027-01-30', vet: 'Dr Meera Joshi' },
    { kind: 'deworming', product: 'Drontal' },
    { kind: 'sterilisation', vet: 'Animal Birth Control Society' },
    { kind: 'tag' },
  ],
  helpers: [],
}

/** Returns the id of a new camp. */
export function aCamp(db: Db, fields: Partial<CampForm> = {}): Promise<number> {
  return insertCamp(db, { ...CAMP, ...fields })
}

export const aWorkKey = (): string => randomUUID()
