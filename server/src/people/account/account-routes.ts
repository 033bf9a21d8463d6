import { accountCalls } from '@petsetu/contract/people/account.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Person } from '../../platform/http/routing/person.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { requestEmailChange, sendConfirmationAgain } from '../auth/recovery/send-links.ts'
import { findPendingEmail, readAccountDetails, setPhone } from '../users/account-details.ts'
import { endLink } from '../users/one-time-links.ts'
import { chooseReminders } from '../users/reminder-choice.ts'
import { setLanguage } from '../users/user-queries.ts'

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)

  on(accountCalls.read, async ({ person }) => succeed(await readAccount(person)))

  on(accountCalls.chooseLanguage, async ({ body, person }) => {
    await setLanguage(deps.db, person.id, body.language)
    return succeed(body)
  })

  on(accountCalls.changeEmail, async ({ body, person, request }) => {
    const change = { email: body.email, password: body.current_password }
    await requestEmailChange(deps, person, change, { address: request.ip, language: languageOf(request) })
    return succeed(await readAccount(person))
  })

  on(accountCalls.cancelEmailChange, async ({ person }) => {
    await endLink(deps.db, person.id, 'change-email')
    return succeed(await readAccount(person))
  })

  on(accountCalls.sendConfirmation, ({ person, request }) => sendConfirmationAgain(deps, person, languageOf(request)))

  on(accountCalls.setPhone, async ({ body, person }) => {
    await setPhone(deps.db, person.id, body.phone)
    return succeed(await readAccount(person))
  })

  on(accountCalls.chooseReminders, async ({ body, person, request }) => {
    await chooseReminders(deps.db, person.id, {
      wantsReminders: body.wants_reminders,
      language: languageOf(request),
    })
    return succeed(await readAccount(person))
  })

  async function readAccount({ id, duties }: Person) {
    const { username, email, isEmailConfirmed, phone, wantsReminders } = await readAccountDetails(deps.db, id)
    const pendingEmail = await findPendingEmail(deps.db, id)
    return {
      username,
      email,
      email_confirmed: isEmailConfirmed,
      pending_email: pendingEmail,
      phone,
      wants_reminders: wantsReminders,
      ...(duties && { duties }),
    }
  }
}
