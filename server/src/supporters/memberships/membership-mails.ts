import { paths } from '@petsetu/contract/paths.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { toRupees } from '@petsetu/contract/platform/money.ts'
import { formatLongDay, formatRupees } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { sql } from 'kysely'
import { mailedTo, type Payable, readerOf } from '../../payments/purpose-rules.ts'
import { inLanguage } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import type { NewMail } from '../../platform/mail/mail-content.ts'
import type { EnqueueMail } from '../../platform/mail/outbox.ts'

type Member = {
  to: string
  userId: number | null
  language: Language
  plan: string
  startDate: string | null
  expiryDate: string | null
}

export const membershipPaymentMails: Pick<Payable, 'paidMail' | 'findPayer'> = {
  async paidMail(transaction, membershipId, { amountPaise, receipt }) {
    const member = await findMember(transaction, membershipId)
    if (!member) return null
    const text = textsIn(member.language)
    const mail = activeMail(membershipId, member, [
      [text('mails.amount'), formatRupees(toRupees(amountPaise))],
      [text('mails.receiptNumber'), receipt.number],
    ])
    const action = { label: text('mails.showReceipt'), path: receipt.path }
    return { ...mail, receiptToken: receipt.token, content: { ...mail.content, action } }
  },

  async findPayer(transaction, membershipId) {
    const member = await findMember(transaction, membershipId)
    if (!member) return null
    const { to, userId, language, plan } = member
    const text = textsIn(language)
    const paidFor = text('paidFor.membership', { plan })
    return { to, userId, language, paidFor, paidTwice: text('mails.paidTwiceMembership') }
  },
}

export async function freeMembershipMail(transaction: Db, membershipId: number): Promise<NewMail | null> {
  const member = await findMember(transaction, membershipId)
  return member && activeMail(membershipId, member, [])
}

/** Tells members whose memberships start earlier, because the one before was cancelled. */
export async function tellOfEarlierStart(transaction: Db, enqueueMail: EnqueueMail, ids: number[]): Promise<void> {
  for (const id of ids) {
    const member = await findMember(transaction, id)
    if (!member) continue
    const { to, userId, language, plan, startDate } = member
    const text = textsIn(language)
    await enqueueMail(transaction, {
      kind: 'membership-earlier',
      about: `membership ${id}`,
      step: startDate ?? '',
      to,
      userId,
      language,
      content: {
        subject: text('mails.membershipEarlierSubject', { plan }),
        paragraphs: [text('mails.membershipEarlier')],
        facts: termFacts(member, text),
        why: text('mails.whyMembership'),
      },
    })
  }
}

function activeMail(membershipId: number, member: Member, payment: [string, string][]): NewMail {
  const { to, userId, language, plan, startDate } = member
  const text = textsIn(language)
  // A renewal begins when the membership before it ends.
  const later = startDate !== null && startDate > today() ? startDate : null
  return {
    kind: 'membership-active',
    about: `membership ${membershipId}`,
    to,
    userId,
    language,
    content: {
      subject: text(later ? 'mails.membershipRenewedSubject' : 'mails.membershipActiveSubject', { plan }),
      paragraphs: [
        later
          ? text('mails.membershipRenewed', { day: formatLongDay(later, language) })
          : text('mails.membershipActive'),
        ...(userId === null ? [text('mails.membershipCard')] : []),
      ],
      facts: [...termFacts(member, text), ...payment],
      ...(userId === null && {
        more: { label: text('mails.toMembershipCard'), path: paths.register.to({}, { next: paths.memberCard.to({}) }) },
      }),
      why: text('mails.whyMembership'),
    },
  }
}

function termFacts({ plan, startDate, expiryDate, language }: Member, text: Translate): [string, string][] {
  const facts: [string, string][] = [[text('mails.plan'), plan]]
  if (startDate) facts.push([text('mails.validFrom'), formatLongDay(startDate, language)])
  if (expiryDate) facts.push([text('mails.validUntil'), formatLongDay(expiryDate, language)])
  return facts
}

// The language of the account may have changed since.
const LANGUAGE = sql<Language>`coalesce(users.language, memberships.language)`

async function findMember(transaction: Db, membershipId: number): Promise<Member | null> {
  const row = await transaction
    .selectFrom('memberships')
    .leftJoin('users', 'users.id', 'memberships.user_id')
    .select(['user_id', 'start_date', 'expiry_date', mailedTo('memberships').as('email')])
    .select([LANGUAGE.as('language'), inLanguage('memberships.plan_name', LANGUAGE).as('plan_name')])
    .where('memberships.id', '=', membershipId)
    .executeTakeFirstOrThrow()
  const reader = readerOf(row)
  return reader && { ...reader, plan: row.plan_name, startDate: row.start_date, expiryDate: row.expiry_date }
}
