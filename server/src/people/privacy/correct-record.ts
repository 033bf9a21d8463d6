import { hasDuty } from '@petsetu/contract/people/duties.ts'
import {
  type CorrectableRecord,
  CorrectedField,
  type Correction,
  type CorrectionForm,
} from '@petsetu/contract/people/privacy.ts'
import { type Purpose, purposes } from '@petsetu/contract/platform/purposes.ts'
import { sql } from 'kysely'
import { closeToFormerAddress } from '../../complaints/changed-address.ts'
import { newAddressMail } from '../../complaints/complaint-mails.ts'
import type { Deps } from '../../deps.ts'
import type { Payer } from '../../payments/purpose-rules.ts'
import { type Copies, findCopies, reissueReceipt } from '../../payments/receipts/receipt-numbers.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { badRequest, changedMeanwhile, conflict, dutyRequired, notFound } from '../../platform/errors.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import type { NewMail } from '../../platform/mail/mail-content.ts'
import { PURPOSE_RULES } from '../../purposes.ts'
import { decryptPan, lastOfPan, maskedPan, sealPan } from '../../supporters/donations/donation-queries.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'

type Subject = { purpose: Purpose; id: number }
type Correcting = Pick<Deps, 'db' | 'secretKey' | 'enqueueMail'>

/** The person of a record, by field. `pan` is the last characters of a PAN. */
type Stored = Partial<Record<CorrectedField, string | null>> & {
  isErased: boolean
  isWithheld: boolean
  panSealed: Buffer | null
}

type Change = { field: CorrectedField; before: string; after: string }

/** Lists the corrections newest first. Rejects with 404 if there is no such record. */
export async function readRecord(db: Db, subject: Subject): Promise<CorrectableRecord> {
  const { purpose, id } = subject
  const { isErased, isWithheld, panSealed: _, pan, ...stored } = await findStored(db, subject)
  const corrections = await db
    .selectFrom('corrections')
    .select(['id', 'field', 'value_before', 'value_after', 'reason', 'corrected_by_name as by', 'at'])
    .where('purpose', '=', purpose)
    .where('subject_id', '=', id)
    .orderBy('id', 'desc')
    .execute()
  const shown = (value: string | null | undefined) => (isWithheld ? null : (value ?? null))
  const { reference } = PURPOSE_RULES[purpose]
  return {
    purpose,
    id,
    ...(reference && { reference: await reference(db, id) }),
    version: corrections.length + 1,
    is_withheld: isWithheld,
    is_erased: isErased,
    name: shown(stored.name),
    email: shown(stored.email),
    phone: shown(stored.phone),
    ...(typeof stored.address === 'string' && { address: stored.address }),
    ...(purposes[purpose].asksForPan && { pan: pan ? maskedPan(pan) : null }),
    // The receipt says who it is.
    receipt: isWithheld ? null : await findCopies(db, purpose, id),
    corrections: corrections.map(({ field, value_before, value_after, at, ...row }): Correction => {
      const written = (value: string) => (field === 'pan' && value ? maskedPan(value) : value)
      return {
        ...row,
        field,
        before: shown(written(value_before)),
        after: shown(written(value_after)),
        at: at.toISOString(),
      }
    }),
  }
}

/**
 * Corrects the person of a record. If the receipt says something else then, it becomes a corrected copy, and its payer is told at
 * the address before; a complainant at the new one, since the former one may be a stranger's. Rejects with 409 if the record has
 * another version and says something else, was erased, or does not differ in this version, and with 403 the e-mail address of a
 * withheld complainant without the duty `cases`: whoever has the address reads the complaint.
 */
export async function correctRecord(
  { db, secretKey, enqueueMail }: Correcting,
  subject: Subject,
  { version, reason, ...form }: CorrectionForm,
  by: Actor,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const stored = await findStored(transaction, subject, { isLocked: true })
    if (stored.isErased) throw conflict('correction_subject_erased')
    if (stored.isWithheld && form.email !== undefined && !hasDuty(by.person, 'cases')) throw dutyRequired('cases')
    const current = await readRecord(transaction, subject)
    const changes = changesOf(stored, form, isStoredPan(stored.panSealed, form.pan ?? null, subject.id, secretKey))
    if (current.version !== version) {
      // A repeat of the same correction whose reply was lost.
      if (changes.length === 0 && Object.keys(form).length > 0) return
      throw changedMeanwhile('errorSentences.changedRecord', current)
    }
    if (changes.length === 0) throw conflict('nothing_corrected')
    await storeCorrections(transaction, subject, { changes, reason, by, panSealed: stored.panSealed })
    const { findPayer } = PURPOSE_RULES[subject.purpose]
    const payerBefore = subject.purpose === 'complaint' ? null : await findPayer(transaction, subject.id)
    await updateRecord(transaction, subject, changes)
    const email = changes.find(({ field }) => field === 'email')
    if (email && subject.purpose === 'complaint') {
      await closeToFormerAddress(transaction, subject.id, email)
      const mail = await newAddressMail(transaction, subject.id)
      if (mail) await enqueueMail(transaction, mail)
    }
    const name = changes.find(({ field }) => field === 'name')
    if (name || changes.some(isFirstOrNoPan)) {
      await reissueReceipt(transaction, subject.purpose, subject.id, name?.after)
      const copies = await findCopies(transaction, subject.purpose, subject.id)
      const payer = copies?.first_path && (payerBefore ?? (await findPayer(transaction, subject.id)))
      if (payer)
        await enqueueMail(
          transaction,
          correctedReceiptMail(`${subject.purpose} ${subject.id}`, payer, copies, String(version)),
        )
    }
    if (form.pan !== undefined && changes.some(({ field }) => field === 'pan'))
      await updatePan(transaction, subject, form.pan, secretKey)
    const details = {
      before: Object.fromEntries(changes.map(({ field, before }) => [field, before])),
      after: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
      personal: CorrectedField.options,
      reason,
    }
    await recordAudit(transaction, by, 'person-corrected', { kind: subject.purpose, id: subject.id }, details)
  })
}

/** A receipt shows no PAN, but a donation may be deductible only with one. */
function isFirstOrNoPan({ field, before, after }: Change): boolean {
  return field === 'pan' && (before === '' || after === '')
}

async function findStored(db: Db, { purpose, id }: Subject, { isLocked = false } = {}): Promise<Stored> {
  const { table, privacy } = PURPOSE_RULES[purpose]
  const columns = Object.entries(privacy.corrected).map(
    ([field, column]) => sql`${sql.ref(column)} as ${sql.ref(field)}`,
  )
  const { asksForPan } = purposes[purpose]
  if (asksForPan) columns.push(sql`pan_last as pan`)
  const sealed = asksForPan ? sql`pan_enc` : sql`null::bytea`
  const { rows } = await sql<Stored>`
    select ${sql.join(columns)}, ${sealed} as "panSealed", ${privacy.isErased} as "isErased", ${privacy.isWithheld} as "isWithheld"
    from ${sql.table(table)} where id = ${id} ${isLocked ? sql`for update` : sql``}`.execute(db)
  const [stored] = rows
  if (!stored) throw notFound('correction_subject_not_found')
  return stored
}

/** True if there is no PAN, as before, or the same one. A stored one that was sealed with a lost key counts as another. */
function isStoredPan(sealed: Buffer | null, given: string | null, donationId: number, secretKey: Buffer): boolean {
  if (sealed === null || given === null) return sealed === null && given === null
  try {
    return decryptPan(sealed, donationId, secretKey) === given
  } catch {
    return false
  }
}

/** Rejects with 400 a field that the record does not have. */
function changesOf(stored: Stored, form: Omit<CorrectionForm, 'version' | 'reason'>, hasSamePan: boolean): Change[] {
  return CorrectedField.options.flatMap((field) => {
    const given = form[field]
    if (given === undefined) return []
    if (!(field in stored)) throw badRequest('correction_field_unknown')
    const before = stored[field] ?? ''
    const after = field === 'pan' ? lastOfPan(given ?? '') : (given ?? '')
    // The last characters of two PANs can be the same.
    const differs = field === 'pan' ? !hasSamePan : before !== after
    return differs ? [{ field, before, after }] : []
  })
}

async function storeCorrections(
  transaction: Db,
  { purpose, id }: Subject,
  { changes, reason, by, panSealed }: { changes: Change[]; reason: string; by: Actor; panSealed: Buffer | null },
): Promise<void> {
  await transaction
    .insertInto('corrections')
    .values(
      changes.map(({ field, before, after }) => ({
        purpose,
        subject_id: id,
        field,
        value_before: before,
        value_after: after,
        reason,
        pan_before_enc: field === 'pan' ? panSealed : null,
        corrected_by: by.person.id,
        corrected_by_name: by.person.username,
      })),
    )
    .execute()
}

async function updateRecord(transaction: Db, { purpose, id }: Subject, changes: Change[]): Promise<void> {
  const { table, privacy } = PURPOSE_RULES[purpose]
  const sets = changes.flatMap(({ field, after }) => {
    const column = privacy.corrected[field]
    return column ? [sql`${sql.ref(column)} = ${after}`] : []
  })
  const name = changes.find(({ field }) => field === 'name')
  // A membership that was bought without an account has the name of its member twice.
  if (purpose === 'membership' && name)
    sets.push(sql`username = case when user_id is null or username = name then ${name.after} else username end`)
  // From now on the address is one that somebody chose for the mails.
  if (purpose !== 'complaint' && changes.some(({ field }) => field === 'email')) sets.push(sql`follows_account = false`)
  if (sets.length > 0) await sql`update ${sql.table(table)} set ${sql.join(sets)} where id = ${id}`.execute(transaction)
}

async function updatePan(
  transaction: Db,
  { purpose, id }: Subject,
  pan: string | null,
  secretKey: Buffer,
): Promise<void> {
  const { table } = PURPOSE_RULES[purpose]
  const { pan_enc, pan_last } = pan === null ? { pan_enc: null, pan_last: null } : sealPan(pan, id, secretKey)
  await sql`update ${sql.table(table)} set pan_enc = ${pan_enc}, pan_last = ${pan_last} where id = ${id}`.execute(
    transaction,
  )
}

/** Tells whoever paid that the receipt is a corrected copy. `about` is what was paid for: `complaint 42`. */
function correctedReceiptMail(
  about: string,
  { to, userId = null, language, paidFor, facts = [] }: Payer,
  { number, path }: Copies,
  step: string,
): NewMail {
  const text = textsIn(language)
  return {
    kind: 'receipt-corrected',
    about,
    step,
    to,
    userId,
    language,
    content: {
      subject: text('mails.receiptCorrectedSubject', { number }),
      paragraphs: [text('mails.receiptCorrected')],
      facts: [[text('mails.paidFor'), paidFor], ...facts, [text('mails.receiptNumber'), number]],
      action: { label: text('mails.showReceipt'), path },
      why: text('mails.whyPayment'),
    },
  }
}
