import { createHmac } from 'node:crypto'
import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import type { DonationForm } from '@petsetu/contract/supporters/donations.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { wasPaidToday } from '../../payments/ledger/payment-queries.ts'
import { keyFor } from '../../people/auth/sealed-secret.ts'
import { recordConsent } from '../../people/consents/record-consent.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict } from '../../platform/errors.ts'
import { sealPan } from './pan.ts'

type Giver = { userId: number | null; language: Language }

export type StoredDonation = { id: number; amountPaise: number; purpose: string; isPaid: boolean }

/**
 * Stores a donation that is to be paid. The same details of the same person return the one that is not paid yet, or, unless another one is
 * wanted, the one that was paid within the last day. Rejects with 409 a foreign donor's while the settings take no money from abroad.
 */
export async function insertDonation(
  { db, secretKey, foundation }: Pick<Deps, 'db' | 'secretKey' | 'foundation'>,
  { is_another: isAnother = false, ...form }: DonationForm & { is_another?: boolean | undefined },
  { userId, language }: Giver,
): Promise<StoredDonation> {
  if (form.money_source === 'foreign' && !foundation().takesForeignMoney) throw conflict('donation_from_abroad')
  const { amount, pan, ...details } = form
  // A keyed hash: from a plain one, somebody with the table could try out PANs.
  const detailsKey = createHmac('sha256', keyFor('donation details', secretKey))
    .update(JSON.stringify([form, userId]))
    .digest('base64url')
  return inTransaction(db, async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`donation ${detailsKey}`}))`.execute(transaction)
    const selectSame = transaction
      .selectFrom('donations')
      .select(['id', 'amount_paise as amountPaise', 'purpose'])
      .where('details_key', '=', detailsKey)
    const paid = isAnother
      ? null
      : await selectSame
          .where('status', '=', 'paid')
          .where(wasPaidToday('donation', sql`donations.id`))
          .executeTakeFirst()
    if (paid) return { ...paid, isPaid: true }
    const inserted = await transaction
      .insertInto('donations')
      .values({
        ...details,
        amount_paise: Math.round(amount * PAISE_PER_RUPEE),
        language,
        user_id: userId,
        details_key: detailsKey,
      })
      .onConflict((same) => same.column('details_key').where('status', '=', 'pending').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) await completeDonation(transaction, inserted.id, { pan, secretKey, language })
    const open = await selectSame.where('status', '=', 'pending').executeTakeFirstOrThrow()
    return { ...open, isPaid: false }
  })
}

type Rest = { pan: string | null | undefined; secretKey: Buffer; language: Language }

/** Stores the parts that need the id of the new row: the PAN is bound to it. */
async function completeDonation(transaction: Db, id: number, { pan, secretKey, language }: Rest): Promise<void> {
  if (pan) {
    await transaction
      .updateTable('donations')
      .set(sealPan(pan, id, secretKey))
      .where('id', '=', id)
      .execute()
  }
  await recordConsent(transaction, { purpose: 'donation', subjectId: id, language })
}
