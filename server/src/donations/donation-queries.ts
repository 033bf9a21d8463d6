import { createHmac } from 'node:crypto'
import type { DonationForm } from '@petsetu/contract/donations.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { keyFor } from '../auth/sealed-secret.ts'
import { recordConsent } from '../consents/record-consent.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { sealPan } from './pan.ts'

type Giver = { userId: number | null; language: Language }

/** A donation that is not paid yet. */
export type OpenDonation = { id: number; amountPaise: number; purpose: string }

/** Stores a donation that is to be paid. The same details of the same person return the one that is not paid yet. */
export async function insertDonation(
  { db, secretKey }: Pick<Deps, 'db' | 'secretKey'>,
  form: DonationForm,
  { userId, language }: Giver,
): Promise<OpenDonation> {
  const { amount, pan, ...details } = form
  // A keyed hash: from a plain one, somebody with the table could try out PANs.
  const detailsKey = createHmac('sha256', keyFor('donation details', secretKey))
    .update(JSON.stringify([form, userId]))
    .digest('base64url')
  return inTransaction(db, async (transaction) => {
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
    return transaction
      .selectFrom('donations')
      .select(['id', 'amount_paise as amountPaise', 'purpose'])
      .where('details_key', '=', detailsKey)
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow()
  })
}

type Rest = { pan: string | null | undefined; secretKey: Buffer; language: Language }

/** What needs the id of the new row: the PAN is bound to it. */
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
