import { accountCalls, DEVICES_SHOWN_MAX, type Device, deviceCalls } from '@petsetu/contract/people/account.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { isoTimes } from '../../platform/db/iso-times.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { notFound, tooMany, unauthorized, unavailable } from '../../platform/errors.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { bearerToken, type Person } from '../../platform/http/routing/person.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { recordAct, recordEvent } from '../../platform/record-event.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { requestEmailChange, sendConfirmationAgain } from '../auth/recovery/send-links.ts'
import { requireCodeIfProtected } from '../auth/require-password.ts'
import { closeSessionsOf, isExpired } from '../auth/session-queries.ts'
import { readingOf } from '../consents/record-consent.ts'
import { listKept } from '../privacy/records-of.ts'
import { findPendingEmail, readAccountDetails, setPhone } from '../users/account-details.ts'
import { mailLanguage } from '../users/mail-language.ts'
import { endLink, hashOfToken } from '../users/one-time-links.ts'
import { chooseReminders } from '../users/reminder-choice.ts'
import { findAccountById, setLanguage } from '../users/user-queries.ts'
import { deleteAccount, ownIdentity } from './delete-account.ts'

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)

  on(accountCalls.read, async ({ person }) => succeed(await readAccount(person)))

  on(accountCalls.chooseLanguage, async ({ body, person }) => {
    await setLanguage(deps.db, person.id, body.language)
    return succeed(body)
  })

  on(accountCalls.changeEmail, async ({ body, person, request }) => {
    const change = { email: body.email, password: body.current_password }
    await requestEmailChange(deps, person, change, { address: request.ip, language: mailLanguage(person, request) })
    return succeed(await readAccount(person))
  })

  on(accountCalls.cancelEmailChange, async ({ person }) => {
    await endLink(deps.db, person.id, 'change-email')
    return succeed(await readAccount(person))
  })

  on(accountCalls.sendConfirmation, ({ person, request }) =>
    sendConfirmationAgain(deps, person, mailLanguage(person, request)),
  )

  on(accountCalls.setPhone, async ({ body, person }) => {
    await setPhone(deps.db, person.id, body.phone)
    return succeed(await readAccount(person))
  })

  on(accountCalls.chooseReminders, async ({ body, person, request }) => {
    await chooseReminders(deps.db, person.id, {
      wantsReminders: body.wants_reminders,
      ...readingOf(request),
    })
    return succeed(await readAccount(person))
  })

  async function readAccount({ id, duties }: Person) {
    const { username, email, isEmailConfirmed, phone, language, wantsReminders } = await readAccountDetails(deps.db, id)
    const pendingEmail = await findPendingEmail(deps.db, id)
    return {
      username,
      email,
      email_confirmed: isEmailConfirmed,
      pending_email: pendingEmail,
      phone,
      language,
      wants_reminders: wantsReminders,
      ...(duties && { duties }),
    }
  }
}

export function deviceRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)

  on(deviceCalls.list, async ({ person, request }) => {
    const elsewhere = await countNoticesElsewhere(deps.db, person.id)
    const devices = await listDevices(deps.db, person.id, bearerToken(request) ?? '')
    return { ...succeed(devices), ...(elsewhere > 0 && { notices_elsewhere: elsewhere }) }
  })

  on(deviceCalls.signOutOthers, async ({ person, by, request }) => {
    await closeSessionsOf(deps.db, person.id, bearerToken(request))
    recordAct(by, { event: 'sessions-ended', userId: person.id })
  })

  on(deviceCalls.signOut, async ({ params, person, by }) => {
    const userId = await inTransaction(deps.db, async (transaction) => {
      const id = await endDevice(transaction, params.id, person)
      if (id === null) throw notFound('device_not_found')
      if (id !== person.id) await recordAudit(transaction, by, 'sessions-ended', { kind: 'user', id })
      return id
    })
    recordAct(by, { event: 'sessions-ended', userId })
  })
}

async function listDevices(db: Db, userId: number, token: string): Promise<Device[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'browser', 'system', 'last_used_at', 'created_at'])
    .select(sql<boolean>`token_hash = ${hashOfToken(token)}`.as('is_this_device'))
    .where('user_id', '=', userId)
    .where((where) => where.not(isExpired()))
    .orderBy('is_this_device', 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(DEVICES_SHOWN_MAX)
    .execute()
  return rows.map(isoTimes)
}

/** Browsers that show notices of an account though their session has expired: maybe a lost phone. */
async function countNoticesElsewhere(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('push_devices')
    .leftJoin('sessions', 'sessions.id', 'session_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('push_devices.user_id', '=', userId)
    .where((where) => where.or([where('sessions.id', 'is', null), isExpired()]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Ends a session, also another person's for an admin. Returns the account it belonged to, or null. */
async function endDevice(db: Db, sessionId: number, person: Person): Promise<number | null> {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where(mayEnd(person))
    .returning('user_id')
    .executeTakeFirst()
  return ended?.user_id ?? null
}

function mayEnd(person: Person) {
  if (person.role !== 'admin') return sql<boolean>`user_id = ${person.id}`
  if (person.duties === null) return sql<boolean>`true`
  return sql<boolean>`(user_id = ${person.id} or (select role from users where users.id = user_id) <> 'admin')`
}

export function personalDataRoutes(app: FastifyInstance, deps: Deps & { attachments: FileStore }): void {
  const on = routeRegistrar(app, deps)
  const takeSlot = downloadSlots()

  on(accountCalls.downloadData, async ({ body, person, request, reply }) => {
    const account = await findAccountById(deps.db, person.id)
    if (!account) throw unauthorized()
    await requireCodeIfProtected(deps, { ...account, language: mailLanguage(account, request) }, body.code)
    const release = takeSlot(person.id)
    try {
      await deps.throttles.dataByAccount.count(String(person.id))
      const { zipPerson } = await import('../privacy/export-person.ts')
      const zip = await zipPerson(deps, await ownIdentity(deps.db, person.id))
      zip.once('close', release)
      recordEvent(request.log, { event: 'data-downloaded', userId: person.id })
      reply.header('content-type', 'application/zip')
      reply.header('content-disposition', 'attachment; filename="petsetu-data.zip"')
      return zip
    } catch (error) {
      release()
      throw error
    }
  })

  on(accountCalls.listKept, async ({ person }) =>
    succeed(await listKept(deps.db, await ownIdentity(deps.db, person.id))),
  )

  on(accountCalls.delete, async ({ body, person, request }) => {
    await deleteAccount(deps, person, body, request)
    recordEvent(request.log, { event: 'account-deleted', userId: person.id })
  })
}

// A zip holds a few rows and one open file, for as long as its reader takes.
const RUNNING_MAX = 4
const RETRY_AFTER_SECONDS = 30

/** Lets four downloads run at a time, one of each account; further ones are rejected, since a reader may be slow. */
function downloadSlots(): (userId: number) => () => void {
  const running = new Set<number>()
  return (userId) => {
    if (running.has(userId)) throw tooMany(RETRY_AFTER_SECONDS)
    if (running.size >= RUNNING_MAX) throw unavailable(RETRY_AFTER_SECONDS)
    running.add(userId)
    return () => void running.delete(userId)
  }
}
