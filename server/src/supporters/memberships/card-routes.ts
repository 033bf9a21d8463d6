import { createHmac, timingSafeEqual } from 'node:crypto'
import { paths, routeOf } from '@petsetu/contract/paths.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { MemberView } from '@petsetu/contract/site/public-pages.ts'
import { type MemberCard, membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { keyFor } from '../../people/auth/sealed-secret.ts'
import { CURRENT_FIRST } from '../../people/users/own-memberships.ts'
import { inLanguage, todayInIndia } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { notFound } from '../../platform/errors.ts'
import { statusOf } from '../../platform/http/routing/error-reply.ts'
import type { SendPage } from '../../platform/http/routing/pages.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { countedByAccount, inPdfThread, sendPdf } from '../../platform/pdf/pdf-thread.ts'
import type { drawMemberCard } from './draw-member-card.ts'
import { membershipStatus } from './membership-period.ts'
import { isOf, isProvenOf } from './membership-queries.ts'

const draw = inPdfThread<typeof drawMemberCard>(new URL('./draw-member-card.ts', import.meta.url), 'drawMemberCard')

export function cardRoutes(app: FastifyInstance, deps: Deps & { sendPage: SendPage }): void {
  const on = routeRegistrar(app, deps)

  app.get(routeOf(paths.member), memberPage(deps))

  on(membershipCalls.card, async ({ person, request }) => succeed(await findCard(deps, person.id, languageOf(request))))

  on(membershipCalls.renewCard, async ({ person, request }) => {
    await renewCard(deps.db, person.id)
    return succeed(await findCard(deps, person.id, languageOf(request)))
  })

  on(
    membershipCalls.cardPdf,
    async ({ person, request, reply }) => {
      const card = await findCard(deps, person.id, languageOf(request))
      if (!card) throw notFound('membership_not_found')
      const { foundationName } = deps.foundation()
      const pdf = await draw(card, { publicUrl: deps.config.publicUrl, foundationName }, languageOf(request))
      return sendPdf(reply, 'petsetu-membership-card.pdf', pdf)
    },
    countedByAccount(deps),
  )
}

/** The page behind the QR code of a member's card, for whoever checks it. It is answered from the database each time. */
function memberPage({ sendPage, ...deps }: Deps & { sendPage: SendPage }) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { member, status } = await read(request, reply)
    return sendPage(request, reply, { name: 'member', member }, status)
  }

  async function read(request: FastifyRequest, reply: FastifyReply): Promise<{ member: MemberView; status: number }> {
    const { token } = request.params as { token: string }
    try {
      deps.throttles.memberTokenMisses.rejectIfKnownOver(request.ip)
      const member = await deps.loadShedding.run(() => findCounted(token, request))
      return { member, status: member.kind === 'missing' ? 404 : 200 }
    } catch (error) {
      return { member: { kind: 'failed' }, status: statusOf(error, request, reply) }
    }
  }

  /** Counts a token that no card has as a guess of this network. */
  async function findCounted(token: string, request: FastifyRequest): Promise<MemberView> {
    const member = await findMemberView(deps, token, languageOf(request))
    if (!member) await deps.throttles.memberTokenMisses.count(request.ip)
    return member ?? { kind: 'missing' }
  }
}

type CardDeps = Pick<Deps, 'db' | 'secretKey'>

/** The card of an account: of the membership that runs, else of the last one; null without one. */
async function findCard(deps: CardDeps, userId: number, language: Language): Promise<MemberCard | null> {
  const membership = await findMembership(deps.db, userId, language)
  if (!membership) return null
  const owner = { userId, version: await readVersion(deps.db, userId) }
  const { id, name, plan_name, category, start_date, valid_until, status } = membership
  return {
    name,
    number: id,
    plan_name,
    category,
    start_date,
    valid_until,
    is_valid: status === 'active',
    path: paths.member.to({ token: cardToken(owner, deps.secretKey) }),
  }
}

async function renewCard(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ member_card_version: sql`member_card_version + 1` })
    .where('id', '=', userId)
    .execute()
}

/** Returns the content of the page behind a card, today; null for a token that no card has. */
async function findMemberView(deps: CardDeps, token: string, language: Language): Promise<MemberView | null> {
  const userId = accountOf(token)
  const version = userId === null ? null : await findVersion(deps.db, userId)
  if (userId === null || version === null || !isCardToken(token, { userId, version }, deps.secretKey)) return null
  const membership = await findMembership(deps.db, userId, language)
  if (!membership) return { kind: 'missing' }
  const { name, plan_name: plan, valid_until: validUntil, status } = membership
  return { kind: status === 'active' ? 'valid' : 'expired', name: nameAndInitial(name), plan, validUntil }
}

/** The current membership if it has begun, else the last one. */
function findMembership(db: Db, userId: number, language: Language) {
  return db
    .selectFrom('memberships')
    .select(['id', 'name', 'category', membershipStatus().as('status')])
    .select(inLanguage('plan_name', language).as('plan_name'))
    .select([sql<string>`start_date`.as('start_date'), sql<string>`expiry_date`.as('valid_until')])
    .where(isOf(userId))
    .where('status', '=', 'active')
    .where('start_date', '<=', todayInIndia())
    .where('email', '<>', '')
    .orderBy(isProvenOf(userId), 'desc')
    .orderBy(CURRENT_FIRST)
    .limit(1)
    .executeTakeFirst()
}

async function readVersion(db: Db, userId: number): Promise<number> {
  const version = await findVersion(db, userId)
  if (version === null) throw new Error(`The account ${userId} has gone`)
  return version
}

async function findVersion(db: Db, userId: number): Promise<number | null> {
  const account = await db.selectFrom('users').select('member_card_version').where('id', '=', userId).executeTakeFirst()
  return account?.member_card_version ?? null
}

const ID_BYTES = 6
// 144 bits, so that the whole is 32 characters.
const MAC_BYTES = 18
const TOKEN = /^[\w-]{32}$/

/** The account whose card it is. A card with another version has another token. */
type CardOwner = { userId: number; version: number }

/** The token in the address of a card. It is made from the secret key, so that it need not be stored. */
function cardToken(owner: CardOwner, secretKey: Buffer): string {
  return Buffer.concat([idOf(owner), macOf(owner, secretKey)]).toString('base64url')
}

/** The account that a token names, before it is known whether the token is right; null if it cannot be one. */
function accountOf(token: string): number | null {
  return TOKEN.test(token) ? Buffer.from(token, 'base64url').readUIntBE(0, ID_BYTES) : null
}

function isCardToken(token: string, owner: CardOwner, secretKey: Buffer): boolean {
  return timingSafeEqual(Buffer.from(token, 'base64url').subarray(ID_BYTES), macOf(owner, secretKey))
}

function idOf({ userId }: CardOwner): Buffer {
  const id = Buffer.alloc(ID_BYTES)
  id.writeUIntBE(userId, 0, ID_BYTES)
  return id
}

function macOf({ userId, version }: CardOwner, secretKey: Buffer): Buffer {
  const mac = createHmac('sha256', keyFor('member cards', secretKey)).update(`account ${userId} version ${version}`)
  return mac.digest().subarray(0, MAC_BYTES)
}

const TITLE = /^(?:mr|mrs|ms|dr|prof|adv|col|shri|smt|kum|श्री|श्रीमती|सौ|डॉ|प्रा|कु)\.?$/iu
const letters = new Intl.Segmenter()

/** 'Asha R.' for 'Asha Rao', so that a stranger can compare a name but does not learn it. A single name stays as it is. */
export function nameAndInitial(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = '', ...others] = words.length > 1 ? words.filter((word) => !TITLE.test(word)) : words
  const last = others.at(-1)
  if (!last) return first
  const [letter] = letters.segment(last)
  return `${first} ${letter?.segment.toUpperCase()}.`
}
