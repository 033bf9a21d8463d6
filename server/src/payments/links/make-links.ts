import type { AskedDonation, MadePayLink, PayLinkWay } from '@petsetu/contract/payments/links.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { toPaise, toRupees } from '@petsetu/contract/platform/money.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import { formatLongDay, formatRupees } from '@petsetu/languages/formats.ts'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import { noteReader } from '../../people/consents/record-consent.ts'
import type { Db } from '../../platform/db/pool.ts'
import { conflict, HttpError, notFound } from '../../platform/errors.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import type { NewMail } from '../../platform/mail/mail-content.ts'
import { insertDonation } from '../../supporters/donations/donation-queries.ts'
import { setVoidAside } from '../ledger/set-void-aside.ts'
import { createPayLink, type PaidByLink, pathOfPayLink } from '../pay-links.ts'
import type { Payables } from '../purpose-rules.ts'
import { revokeLink } from './pay-by-link.ts'
import {
  type LinkPerson,
  type LinkRow,
  payLinkOf,
  readItem,
  readLink,
  readLinkOf,
  readOpenLinks,
  readPerson,
  stateOf,
} from './read-links.ts'

type Making = Pick<Deps, 'config' | 'foundation' | 'secretKey'>

/** The link for its admin, and the ids of the links that were made and ended for it; none if an open one was given back. */
export type Made = { link: MadePayLink; madeIds: number[]; endedIds: number[] }

/** The link that an admin sees as open and wants again. If somebody has ended it, another one is not what the admin wants. */
type OpenId = number | undefined

/** Makes a link for the fee of a complaint, also after a void at the desk. Rejects one that is paid, merged or unknown. */
export async function makeForComplaint(
  deps: Making & { payables: Payables },
  transaction: Db,
  { id, amount, openId }: { id: number; amount: number; openId: OpenId },
  by: Actor,
): Promise<Made> {
  const amountPaise = toPaise(amount)
  await setVoidAside(deps.payables, transaction, { purpose: 'complaint', subjectId: id })
  await deps.payables.complaint.requireDue(transaction, id, amountPaise)
  return makeLink(deps, transaction, { purpose: 'complaint', subjectId: id, amountPaise }, { by, openId })
}

/** Rejects a cancelled membership, and one that was paid since the admin has seen it as pending: a link would ask for its next term. */
export async function makeForMembership(
  deps: Making,
  transaction: Db,
  { id, isRenewal, openId }: { id: number; isRenewal: boolean; openId: OpenId },
  by: Actor,
): Promise<Made> {
  const membership = await transaction
    .selectFrom('memberships')
    .select(['status', 'email'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('membership_not_found'))
  if (membership.status === 'cancelled') throw conflict('membership_not_payable')
  const isPending = membership.status === 'pending'
  if (isRenewal === isPending) throw conflict(isPending ? 'changed_meanwhile' : 'pay_link_paid')
  return makeLink(
    deps,
    transaction,
    { purpose: 'membership', ...(isPending ? { subjectId: id } : { renewsId: id }) },
    { by, openId },
  )
}

export async function askDonation(
  deps: Making,
  transaction: Db,
  { language, agreed: _, email, phone, ...details }: AskedDonation,
  by: Actor,
): Promise<Made> {
  const form = { ...details, email: email ?? '', phone: phone ?? '', is_another: true }
  const giver = { userId: null, language }
  const { id } = await insertDonation({ ...deps, db: transaction }, form, giver)
  await noteReader(transaction, { purpose: 'donation', subjectId: id, readBy: by.person.username })
  return makeLink(deps, transaction, { purpose: 'donation', subjectId: id }, { by })
}

/** The open link of an asked donation, or another one on its last day. Rejects a link that has ended. */
export async function getDonationLink(deps: Making, transaction: Db, link: LinkRow, by: Actor): Promise<Made> {
  requireOpen(link)
  return makeLink(deps, transaction, { purpose: 'donation', subjectId: objectOf(link).id }, { by })
}

type Wanted = { by: Actor; openId?: OpenId }

/** The open link that pays the same already, or else a new one. A link that would take another amount, or is replaced, ends. */
async function makeLink(deps: Making, transaction: Db, pays: PaidByLink, { by, openId }: Wanted): Promise<Made> {
  const subject = 'subjectId' in pays ? `${pays.purpose} ${pays.subjectId}` : `renewal ${pays.renewsId}`
  await sql`select pg_advisory_xact_lock(hashtext(${`pay link ${subject}`}))`.execute(transaction)
  if (openId !== undefined) requireOpen(await readLinkOf(transaction, openId, pays.purpose))
  const { same, endedIds } = await findSameLink(deps, transaction, pays, by)
  const { link, path } = same ?? (await newLink(deps, transaction, pays, by))
  const person = await readPerson(transaction, link)
  const url = deps.config.publicUrl + path
  const shown = {
    link: payLinkOf(link),
    url,
    text: await messageOf(deps, transaction, { link, person, url }),
    // An empty payer is one whose name is withheld.
    phone: link.payer === '' ? '' : person.phone,
  }
  return { link: shown, madeIds: same ? [] : [link.id], endedIds }
}

type Found = { link: LinkRow; path: string }

async function findSameLink(
  { secretKey }: Making,
  transaction: Db,
  pays: PaidByLink,
  by: Actor,
): Promise<{ same: Found | null; endedIds: number[] }> {
  let same: Found | null = null
  const endedIds: number[] = []
  for (const link of await readOpenLinks(transaction, pays)) {
    const path = await pathOfPayLink(transaction, link.id, secretKey)
    // A link of a reminder stays open beside it: a mail has brought it, and both open the same order.
    if (path === null) continue
    const isSame = !('amountPaise' in pays) || link.amount_paise === pays.amountPaise
    if (isSame && !isReplaced(link)) same ??= { link, path }
    else if (await revokeLink(transaction, link.id)) {
      endedIds.push(link.id)
      const after = { link: link.id }
      await recordAudit(transaction, by, 'pay-link-revoked', objectOf(link), { after })
    }
  }
  return { same, endedIds }
}

/**
 * True on the last day of a link that nobody pays just now. A renewal that was begun keeps its link, because a new one would open
 * another order beside it.
 */
function isReplaced({ is_ending, is_waiting, renews_id, subject_id }: LinkRow): boolean {
  const isBegunRenewal = renews_id !== null && subject_id !== null
  return is_ending && !is_waiting && !isBegunRenewal
}

async function newLink({ secretKey }: Making, transaction: Db, pays: PaidByLink, by: Actor): Promise<Found> {
  const { id, path } = await createPayLink(transaction, pays, { madeBy: by.person.id, secretKey })
  const link = await readLink(transaction, id)
  // Nothing would be due: the plan is not offered any more, or the membership has been renewed.
  if (stateOf(link) !== 'open') throw conflict(stateOf(link) === 'paid' ? 'pay_link_paid' : 'pay_link_over')
  const after = { link: id, amount_paise: link.amount_paise }
  await recordAudit(transaction, by, 'pay-link-made', objectOf(link), { after })
  return { link, path }
}

/** Which record the audit names: what is paid, or the membership that is renewed. */
export function objectOf({ purpose, subject_id, renews_id }: LinkRow): { kind: Purpose; id: number } {
  return { kind: purpose, id: subject_id ?? renews_id ?? 0 }
}

type Shown = { link: LinkRow; person: LinkPerson; url: string }

async function messageOf({ foundation }: Making, db: Db, { link, person, url }: Shown): Promise<string> {
  return textsIn(person.language)('payLinkMails.message', {
    foundation: foundation().foundationName,
    item: await readItem(db, link, person.language),
    amount: formatRupees(toRupees(link.amount_paise ?? 0)),
    day: formatLongDay(today(link.expires_at), person.language),
    url,
  })
}

/** The mail that brings a link; null without an address. While one of this day waits for its address, the same again changes nothing. */
export async function payLinkMail(db: Db, link: LinkRow, path: string): Promise<NewMail | null> {
  const { email, userId, language } = await readPerson(db, link)
  if (email === '') return null
  const text = textsIn(language)
  const amount = formatRupees(toRupees(link.amount_paise ?? 0))
  const day = formatLongDay(today(link.expires_at), language)
  const { kind, id } = objectOf(link)
  const about = `${kind} ${id}`
  return {
    kind: 'pay-link',
    about,
    step: await nextStep(db, { about, ofDay: `${link.id} ${today()}`, to: email }),
    to: email,
    userId,
    language,
    content: {
      subject: text('payLinkMails.subject', { amount }),
      paragraphs: [text('payLinkMails.hint', { day })],
      facts: [
        [text('payLinkMails.item'), await readItem(db, link, language)],
        [text('mails.amount'), amount],
        [text('payLinkMails.validUntil'), day],
      ],
      action: { label: text('payLinkMails.pay'), path },
      why: text('payLinkMails.why'),
    },
  }
}

type Mailed = { about: string; ofDay: string; to: string }

/** The step of a mail of this day: another one where the address was corrected since, or the earlier mail has gone out or failed. */
async function nextStep(db: Db, { about, ofDay, to }: Mailed): Promise<string> {
  const { others } = await db
    .selectFrom('mails')
    .select(sql<number>`count(*)`.as('others'))
    .where('kind', '=', 'pay-link')
    .where('about', '=', about)
    .where('step', 'like', `${ofDay}%`)
    .where(sql<boolean>`(address_key <> ${foldCase(to)} or state in ('sent', 'failed'))`)
    .executeTakeFirstOrThrow()
  return others === 0 ? ofDay : `${ofDay} ${others}`
}

/** True if a mail has brought this link to another address than the payer has now: the former one may be a stranger's. */
export async function wasMailedElsewhere(db: Db, link: LinkRow): Promise<boolean> {
  const { email } = await readPerson(db, link)
  const mail = await db
    .selectFrom('mails')
    .select('id')
    .where('kind', '=', 'pay-link')
    .where('about', 'in', [`${link.purpose} ${link.subject_id}`, `${link.purpose} ${link.renews_id}`])
    .where('step', 'like', `${link.id} %`)
    .where('address_key', '<>', foldCase(email))
    .limit(1)
    .executeTakeFirst()
  return mail !== undefined
}

export async function markSent(transaction: Db, id: number, by: PayLinkWay): Promise<void> {
  await transaction
    .updateTable('pay_links')
    .set({ sent_at: sql<Date>`now()`, sent_by: by })
    .where('id', '=', id)
    .execute()
}

export function requireOpen(link: LinkRow): void {
  const state = stateOf(link)
  if (state !== 'open') throw new HttpError(409, `pay_link_${state}`)
}
