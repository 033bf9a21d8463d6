import { createHmac } from 'node:crypto'
import { paths } from '@petsetu/contract/paths.ts'
import { DEFAULT_AVATAR } from '@petsetu/contract/site/site.ts'
import { formatLongTime } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bearerToken } from '../../platform/http/routing/person.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import type { NewMail } from '../../platform/mail/mail-content.ts'
import { recordEvent } from '../../platform/record-event.ts'
import { isSameSecret } from '../../platform/same-secret.ts'
import { mailLanguage } from '../users/mail-language.ts'
import type { findAccount } from '../users/user-queries.ts'
import { keyFor } from './sealed-secret.ts'
import { closeSession } from './session-queries.ts'
import { signInSucceeded } from './signin-throttle.ts'

const TICKET_SECONDS = 5 * 60

type TicketOwner = { id: number; passwordHash: string }

/** Proof of the right password for five minutes. It is not stored, since it opens nothing without a code. */
export function signInTicket(account: TicketOwner, secretKey: Buffer): string {
  const expires = Math.floor(Date.now() / 1_000) + TICKET_SECONDS
  return `${account.id}.${expires}.${sign(account, expires, secretKey)}`
}

/** The account that a ticket says it is for; nothing is checked. */
export function accountOfTicket(ticket: string): number | null {
  const [, id] = /^([1-9]\d{0,9})\.\d{1,12}\.[\w-]{43}$/.exec(ticket) ?? []
  return id ? Number(id) : null
}

export function isTicketOf(account: TicketOwner, ticket: string, secretKey: Buffer): boolean {
  const [id = '', expires = '', signature = ''] = ticket.split('.')
  const isSigned = isSameSecret(signature, sign(account, Number(expires), secretKey))
  return isSigned && id === String(account.id) && Number(expires) * 1_000 > Date.now()
}

function sign({ id, passwordHash }: TicketOwner, expires: number, secretKey: Buffer): string {
  const key = keyFor('sign-in tickets', secretKey)
  return createHmac('sha256', key).update(`${id}\n${expires}\n${passwordHash}`).digest('base64url')
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** Finishes a sign-in, with or without a second factor. */
export async function signedIn(
  deps: Pick<Deps, 'db' | 'throttles' | 'enqueueMail'>,
  request: FastifyRequest,
  account: Account,
  accessToken: string,
) {
  await signInSucceeded(deps, account, request.ip, async (transaction) => {
    if (account.role !== 'admin') return
    await deps.enqueueMail(transaction, adminSignInMail(account, mailLanguage(account, request)))
  })
  // Ends the session that this browser still had, so that its token is not used after another sign-in.
  const previous = bearerToken(request)
  if (previous) await closeSession(deps.db, previous)
  recordEvent(request.log, { event: 'signin', userId: account.id })
  const { passwordHash: _, ...user } = account
  return { ...user, accessToken, avatar: DEFAULT_AVATAR }
}

function adminSignInMail({ id, username, email }: Account, language: Language): NewMail {
  const text = textsIn(language)
  const now = new Date().toISOString()
  return {
    kind: 'admin-sign-in',
    about: `user ${id}`,
    step: now,
    to: email,
    userId: id,
    language,
    content: {
      subject: text('mails.adminSignInSubject'),
      paragraphs: [
        text('mails.adminSignIn', { username }),
        text('mails.adminSignInYou'),
        text('mails.adminSignInNotYou'),
      ],
      facts: [[text('mails.signedInAt'), formatLongTime(now, language)]],
      action: { label: text('mails.changePassword'), path: paths.account.to({}) },
      why: text('mails.whyAccount'),
    },
  }
}
