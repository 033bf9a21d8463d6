import { succeed } from '@petsetu/contract/envelope.ts'
import { type MailPreferences, mailCalls, REMINDER_KINDS, type ReminderKind } from '@petsetu/contract/mails.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/pool.ts'
import type { Deps } from '../deps.ts'
import { badRequest, notFound } from '../errors.ts'
import { mounter } from '../http/routing/mount.ts'
import { choosePreferences, findPreferences } from '../mail/mail-preferences.ts'

const ONE_CLICK = /List-Unsubscribe=One-Click/

/** The routes with which the reader of a mail says which reminders come. */
export function preferenceRoutes(app: FastifyInstance, deps: Deps): void {
  const on = mounter(app, deps)
  const { db } = deps

  on(mailCalls.preferences, async ({ params }) => succeed(await readPreferences(db, params.token)))

  on(mailCalls.choose, async ({ params, body }) => {
    await choose(db, params.token, body.off)
    return succeed(await readPreferences(db, params.token))
  })

  on(mailCalls.unsubscribe, async ({ params, request }) => {
    const body = Buffer.isBuffer(request.body) ? request.body.toString() : ''
    if (!ONE_CLICK.test(body)) throw badRequest('unreadable')
    await choose(db, params.token, REMINDER_KINDS)
    return succeed({})
  })

  // Mail programs without one-click open the same address.
  app.get<{ Params: { token: string } }>('/u/:token', (request, reply) =>
    reply.redirect(paths.mailPreferences.to({ token: request.params.token }), 303),
  )
}

async function choose(db: Db, token: string, off: readonly ReminderKind[]): Promise<void> {
  if (!(await choosePreferences(db, token, off))) throw notFound('link_not_found')
}

async function readPreferences(db: Db, token: string): Promise<MailPreferences> {
  const preferences = await findPreferences(db, token)
  if (!preferences) throw notFound('link_not_found')
  return preferences
}
