import { callsByNoun } from '@petsetu/contract/calls.ts'
import { exampleOf } from '@petsetu/contract/examples/examples.ts'
import type { Call } from '@petsetu/contract/platform/call.ts'
import { describe, expect, test, vi } from 'vitest'
import { anAdmin } from '../../../test/factories.ts'
import { payingApp } from '../../../test/paying-app.ts'
import { confirmEmail } from '../../people/users/account-details.ts'

const app = await payingApp()

type Shown = { example?: unknown }
type Operation = {
  parameters: (Shown & { name: string; in: string; required: boolean })[]
  requestBody?: { content: Record<string, Shown> }
}
const document = (await (await app.fetch('/openapi.json')).json()) as {
  paths: Record<string, Record<string, Operation>>
}

const named: [id: string, call: Call, noun: string, name: string][] = Object.entries(callsByNoun).flatMap(
  ([noun, calls]) =>
    Object.entries<Call>(calls).map(([name, call]): [string, Call, string, string] => [
      `${noun}.${name}`,
      call,
      noun,
      name,
    ]),
)

test.for(named)(
  // API-4
  'the example of %s is all that it needs, and its own schema takes it',
  ([, call]) => {
    const operation = document.paths[call.path]?.[call.method.toLowerCase()]
    if (!operation) throw new Error('not described')
    const shown = (where: string) =>
      Object.fromEntries(
        operation.parameters
          .filter((each) => each.in === where && 'example' in each)
          .map((each) => [each.name, each.example]),
      )
    for (const parameter of operation.parameters.filter((each) => each.required)) {
      expect(parameter, parameter.name).toHaveProperty('example')
    }
    const [media] = Object.values(operation.requestBody?.content ?? {})
    for (const [schema, example] of [
      [call.params, shown('path')],
      [call.query, shown('query')],
      [call.body, media?.example],
    ] as const) {
      if (schema) expect(schema.safeParse(example).error?.issues ?? []).toEqual([])
    }
  },
)

describe('the examples, run in order on an empty database by an admin', async () => {
  const admin = await anAdmin(app.db)
  await confirmEmail(app.db, admin.id)
  // Creates what other examples refer to first.
  const first = [
    'auth.signup',
    'pets.create',
    'plans.create',
    'complaints.submit',
    'memberships.register',
    'grievances.enter',
    'breaches.create',
    'campAdmin.create',
  ]
  // An animal of the street has no carers once it is adopted.
  const isLast = (id: string) => id === 'community.adopt' || id.includes('elete')
  const rank = (id: string) => (first.includes(id) ? first.indexOf(id) : isLast(id) ? 99 : 50)
  // The first needs the admin's own password; the last would end the session of this test.
  const run = named
    .filter(([id, call]) => !call.raw && id !== 'auth.changePassword' && id !== 'auth.signout')
    .toSorted(([a], [b]) => rank(a) - rank(b))
  // Expected refusals: the made-up signature, ticket, tokens, password and codes are invalid, an admin is not erased, and there is no
  // payment to refund, no receipt, no membership of the admin, no photo, no certificate of an animal, no thread with a finder, no link to a complaint, no import, no
  // such tag, no second factor, no passkey, no pay link and no cookie of a login; the push service of the example is none that is called here; an example holds no file; the cheque of the example is cleared before it could bounce; the pet is no
  // longer lost; there is only one complaint, which is not the admin's own; the bearer token is the admin's and not the mail provider's secret; somebody
  // was entered at the desk for the plan that is deleted last; there is no money of an earlier financial year; the
  // request about personal data asks for no erasure, and nobody has named a nominee.
  const refused: Record<string, number> = {
    'foundation.setLogo': 400,
    'foundation.setStoryPhoto': 400,
    'settlements.import': 400,
    'books.lock': 409,
    'donations.file': 409,
    'donations.filedCsv': 404,
    'mails.reportBounce': 401,
    'mails.preferences': 404,
    'mails.choose': 404,
    'auth.secondFactor': 401,
    'recovery.resetPassword': 400,
    'recovery.confirmEmail': 400,
    'recovery.undoEmailChange': 400,
    'account.changeEmail': 400,
    'privacy.requestByCode': 400,
    'privacy.enterForNominee': 409,
    'privacy.erase': 409,
    'community.certificate': 404,
    'community.see': 404,
    'community.putCertificateFile': 400,
    'community.certificateFile': 404,
    'community.deleteCertificateFile': 404,
    'factors.begin': 400,
    'factors.confirm': 409,
    'factors.renewCodes': 400,
    'factors.end': 400,
    'passkeys.signIn': 400,
    'passkeys.askToAdd': 400,
    'passkeys.add': 400,
    'passkeys.rename': 404,
    'passkeys.remove': 400,
    'users.giveDuties': 409,
    'users.endSecondFactor': 404,
    'cases.takeOriginal': 404,
    'cases.merge': 404,
    'complaints.followOwn': 404,
    'complaints.readUnpaid': 404,
    'complaints.payUnpaid': 404,
    'complaints.verifyPayment': 400,
    'account.delete': 409,
    'memberships.verifyPayment': 400,
    'donations.verifyPayment': 400,
    'donations.showPan': 404,
    'donations.recordCertificate': 404,
    'memberships.cardPdf': 404,
    'desk.bounce': 409,
    'desk.withdrawVoid': 409,
    'payments.orderState': 404,
    'plans.delete': 409,
    'payments.refund': 404,
    'payments.settle': 404,
    'care.readFeed': 404,
    'receipts.read': 404,
    'receipts.pdf': 404,
    'receipts.readFirst': 404,
    'receipts.firstPdf': 404,
    'tags.sheet': 400,
    'pets.deleteAny': 404,
    'prints.poster': 409,
    'follow.write': 404,
    'follow.reopen': 404,
    'follow.openByCode': 400,
    'found.report': 404,
    'found.write': 404,
    'found.readAsFinder': 404,
    'found.read': 404,
    'found.markRead': 404,
    'found.answer': 404,
    'found.close': 404,
    'found.mute': 404,
    'found.reportAbuse': 404,
    'found.openReported': 404,
    'found.closeAny': 404,
    'found.deleteAny': 404,
    'camps.addWork': 404,
    'camps.registerAnimal': 404,
    'petImports.create': 400,
    'petImports.read': 404,
    'petImports.check': 404,
    'petImports.start': 404,
    'petImports.undo': 404,
    'memberImports.create': 400,
    'memberImports.read': 404,
    'memberImports.check': 404,
    'memberImports.start': 404,
    'memberImports.undo': 404,
    'auth.takeOver': 401,
    'push.save': 400,
    'caseNotices.state': 404,
    'caseNotices.start': 404,
    'caseNotices.stop': 404,
    'links.getDonationLink': 404,
    'links.sendForComplaint': 404,
    'links.sendForMembership': 404,
    'links.revokeForMembership': 404,
    'links.sendForDonation': 404,
    'links.revokeForDonation': 404,
    'links.openOrder': 404,
    'links.verifyPayment': 404,
    'photos.add': 400,
    'photos.order': 400,
    'photos.remove': 404,
  }
  const made: Record<string, number> = {
    ...Object.fromEntries(first.map((id) => [id, id === 'memberships.register' ? 200 : 201])),
    'auth.signin': 200,
    'pets.update': 200,
    'complaints.correct': 200,
    'complaints.setStatus': 200,
    'plans.update': 200,
  }

  test.for(run)(
    // API-4
    'the example of %s succeeds, or is refused as expected',
    async ([id, call, noun, name]) => {
      const logged = vi.spyOn(console, 'error')
      const { idempotencyKey, ...example } = exampleOf(noun, name)
      const headers = idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}
      // Signing in ends the session that its example shows.
      const person = noun === 'auth' ? null : admin
      const { status } = await app.call(call, { query: {}, ...example } as never, person, headers)
      const expected = refused[id] ?? made[id]
      if (expected === undefined) expect(status).toBeLessThan(400)
      else expect(status).toBe(expected)
      // The admin has chosen Hindi: each text of a reply stands in the catalogue.
      expect(logged.mock.calls.flat().filter((line) => String(line).startsWith('No text'))).toEqual([])
    },
  )

  // API-4
  test('each refusal that is expected is of an example', () => {
    expect(run.map(([id]) => id)).toEqual(expect.arrayContaining([...Object.keys(refused), ...first]))
  })
})
