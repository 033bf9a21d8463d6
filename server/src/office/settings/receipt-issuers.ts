import { hash } from 'node:crypto'
import type { FoundationSettings } from '@petsetu/contract/office/foundation-form.ts'
import type { Db } from '../../platform/db/pool.ts'

/** The foundation as a receipt names it. */
export type Issuer = {
  foundation: string
  legal_name: string
  legal_address: string
  registration_number: string
  foundation_pan: string
}

export type IssuerSettings = Pick<
  FoundationSettings,
  'foundationName' | 'legalName' | 'legalAddress' | 'registrationNumber' | 'foundationPan'
>

export function issuerOf(settings: IssuerSettings): Issuer {
  return {
    foundation: settings.foundationName,
    legal_name: settings.legalName,
    legal_address: settings.legalAddress,
    registration_number: settings.registrationNumber,
    foundation_pan: settings.foundationPan,
  }
}

/** Stores who issues receipts now, unless it is there already; returns its id. */
export async function keepIssuer(db: Db, settings: IssuerSettings): Promise<string> {
  const issuer = issuerOf(settings)
  const id = hash('sha256', JSON.stringify(Object.values(issuer)), 'base64url')
  await db
    .insertInto('receipt_issuers')
    .values({ id, ...issuer })
    .onConflict((same) => same.column('id').doNothing())
    .execute()
  return id
}

const TABLES = ['receipts', 'refund_receipts'] as const

/** Gives the issuer of now to receipts without one, which an earlier version of the program has issued. Others keep theirs. */
export async function fillIssuers(db: Db, settings: IssuerSettings): Promise<void> {
  for (const table of TABLES) {
    const missing = await db.selectFrom(table).select('payment_id').where('issuer_id', 'is', null).limit(1).execute()
    if (missing.length === 0) continue
    const id = await keepIssuer(db, settings)
    await db.updateTable(table).set({ issuer_id: id }).where('issuer_id', 'is', null).execute()
  }
}
