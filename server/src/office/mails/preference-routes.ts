import { type MailPreferences, mailCalls, REMINDER_KINDS, type ReminderKind } from '@petsetu/contract/office/mails.ts'
import { paths, routeOf } from '@petsetu/contract/paths.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { PreferencesView } from '@petsetu/contract/site/public-pages.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { chooseRemindersOf } from '../../people/users/reminder-choice.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import { fieldsOfBytes } from '../../platform/http/bodies/form.ts'
import { sentenceOf, statusOf } from '../../platform/http/routing/error-reply.ts'
import { onPageForm, type SendPage } from '../../platform/http/routing/pages.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { choosePreferences, findPreferences } from '../../platform/mail/mail-queries.ts'

export function preferenceRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db } = deps

  on(mailCalls.preferences, async ({ params }) => succeed(await readPreferences(db, params.token)))

  on(mailCalls.choose, async ({ params, body, request }) => {
    await choose(db, params.token, { off: body.off, language: languageOf(request) })
    return succeed(await readPreferences(db, params.token))
  })

  on(mailCalls.unsubscribe, async ({ params, request }) => {
    if (!(await isOneClick(request))) throw badRequest('unreadable')
    await choose(db, params.token, { off: REMINDER_KINDS, language: languageOf(request) })
    return succeed({})
  })

  // Mail programs without one-click open the same address.
  app.get<{ Params: { token: string } }>('/u/:token', (request, reply) =>
    reply.redirect(paths.mailPreferences.to({ token: request.params.token }), 303),
  )
}

/** RFC 8058 prefers a multipart form, and allows the one of most mail programs. */
async function isOneClick(request: FastifyRequest): Promise<boolean> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const fields = await fieldsOfBytes(request, body)
  return /(^|&)List-Unsubscribe=One-Click(&|$)/.test(new URLSearchParams(fields).toString())
}

/** The page with which the reader of a mail says which reminders come. The browser sends its form by itself. */
export function preferencePage(app: FastifyInstance, deps: Deps & { sendPage: SendPage }): void {
  const { db } = deps
  const address = routeOf(paths.mailPreferences)
  const send = (request: FastifyRequest, reply: FastifyReply, view: PreferencesView, status = 200): FastifyReply =>
    deps.sendPage(request, reply, { name: 'preferences', view }, status)

  app.get(address, async (request, reply) => {
    try {
      const view = await deps.loadShedding.run(() => viewOf(tokenIn(request), { isSaved: false }))
      return send(request, reply, view, view.kind === 'missing' ? 404 : 200)
    } catch (error) {
      const status = statusOf(error, request, reply)
      return send(request, reply, { kind: 'failed', message: sentenceOf(error, request) }, status)
    }
  })

  onPageForm(app, deps, address, {
    async take(fields, request, reply) {
      const token = tokenIn(request)
      const off = REMINDER_KINDS.filter((kind) => fields[kind] === undefined)
      await choose(db, token, { off, language: languageOf(request) })
      return send(request, reply, await viewOf(token, { isSaved: true }))
    },
    again: ({ problem }, status, request, reply) =>
      send(request, reply, { kind: 'failed', message: problem ?? '' }, status),
  })

  async function viewOf(token: string, { isSaved }: { isSaved: boolean }): Promise<PreferencesView> {
    const preferences = await findPreferences(db, token)
    return preferences ? { kind: 'form', token, preferences, isSaved } : { kind: 'missing' }
  }
}

function tokenIn({ params }: FastifyRequest): string {
  return (params as { token: string }).token
}

type Choice = { off: readonly ReminderKind[]; language: Language }

/** The account of the address follows: it wants none once every kind is off, and some once one is on. Its log of consents says so. */
async function choose(db: Db, token: string, { off, language }: Choice): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const chosen = await choosePreferences(transaction, token, off)
    if (chosen === null) throw notFound('link_not_found')
    await chooseRemindersOf(transaction, chosen.email, { off, offBefore: chosen.offBefore, language })
  })
}

async function readPreferences(db: Db, token: string): Promise<MailPreferences> {
  const preferences = await findPreferences(db, token)
  if (!preferences) throw notFound('link_not_found')
  return preferences
}
