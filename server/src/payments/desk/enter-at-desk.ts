import type { DonorAtDesk, MemberAtDesk } from '@petsetu/contract/payments/desk.ts'
import type { Deps } from '../../deps.ts'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import { noteReader } from '../../people/consents/record-consent.ts'
import type { Db } from '../../platform/db/pool.ts'
import { insertDonation } from '../../supporters/donations/donation-queries.ts'
import { activateFreeMembership } from '../../supporters/memberships/activate-membership.ts'
import { registerMembership } from '../../supporters/memberships/register-membership.ts'

/** Registers somebody who stands at the desk, for nobody's account: it is found by the e-mail address later. Returns the membership's id. */
export async function enterMember(
  { enqueueMail }: Pick<Deps, 'enqueueMail'>,
  transaction: Db,
  { language, agreed: _, ...registration }: MemberAtDesk,
  actor: Actor,
): Promise<number> {
  const wanted = { ...registration, is_another: true }
  const { id, pricePaise, planName } = await registerMembership(transaction, wanted, null, language)
  if (pricePaise === 0) await activateFreeMembership(transaction, enqueueMail, id)
  await noteReader(transaction, { purpose: 'membership', subjectId: id, readBy: actor.person.username })
  const object = { kind: 'membership', id } as const
  await recordAudit(transaction, actor, { action: 'member-entered', object, after: { plan: planName } })
  return id
}

/** Stores a donation of somebody who stands at the desk, to be paid there. Returns its id. */
export async function enterDonation(
  { secretKey, foundation }: Pick<Deps, 'secretKey' | 'foundation'>,
  transaction: Db,
  { language, agreed: _, ...form }: DonorAtDesk,
  actor: Actor,
): Promise<number> {
  const giver = { userId: null, language }
  const { id, amountPaise } = await insertDonation(
    { db: transaction, secretKey, foundation },
    { ...form, is_another: true },
    giver,
  )
  await noteReader(transaction, { purpose: 'donation', subjectId: id, readBy: actor.person.username })
  const object = { kind: 'donation', id } as const
  await recordAudit(transaction, actor, { action: 'donation-entered', object, after: { amount_paise: amountPaise } })
  return id
}
