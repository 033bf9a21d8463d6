import { type PageFacts, paths } from '@petsetu/contract/paths.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { fillPath } from '@petsetu/contract/visitor-paths.ts'
import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { expect, test } from 'vitest'
import { aStreetAnimal } from '../../../test/community.ts'
import { aPet, aUser } from '../../../test/factories.ts'
import { aFollowToken } from '../../../test/follow.ts'
import { aFoundReport } from '../../../test/found.ts'
import { aMembership } from '../../../test/memberships.ts'
import { aFeeLink } from '../../../test/pay-links.ts'
import { aComplaint, aPaidDonation, payingApp } from '../../../test/paying-app.ts'
import { preferencesToken } from '../../platform/mail/mail-queries.ts'

// The address that a page says it has, for search engines and for whoever passes it on.

const app = await payingApp()
const owner = await aUser(app.db)

const RENDERED = Object.values<PageFacts & { pattern: string }>(paths)
  .filter(({ rendered }) => rendered === 'whole')
  .map(({ pattern }) => pattern)
const SECRET = RENDERED.filter((pattern) => pattern.includes('{token}'))
const OPEN = RENDERED.filter((pattern) => !pattern.includes('{token}'))

async function open(path: string): Promise<{ status: number; head: string }> {
  const reply = await app.fetch(path, { headers: { accept: 'text/html' } })
  const [head = ''] = (await reply.text()).split('</head>')
  return { status: reply.status, head }
}

/** An address of each page whose link is a secret, as somebody gets it. */
async function secretPaths(): Promise<Record<string, string>> {
  await aMembership(app.db, owner)
  return {
    [paths.finderThread.pattern]: (await aFoundReport(app, owner)).path,
    [paths.member.pattern]: (await app.call(membershipCalls.card, {}, owner)).body.data?.path ?? '',
    [paths.followComplaint.pattern]: paths.followComplaint.to({
      token: await aFollowToken(app, await aComplaint(app)),
    }),
    [paths.receipt.pattern]: (await aPaidDonation(app)).receiptPath,
    [paths.pay.pattern]: paths.pay.to({ token: (await aFeeLink(app)).token }),
    [paths.mailPreferences.pattern]: paths.mailPreferences.to({
      token: await preferencesToken(app.db, 'asha@example.org'),
    }),
  }
}

// LIT-1
test('a page behind a secret link says no address, and its head no secret', async () => {
  const opened = await secretPaths()
  expect(Object.keys(opened).toSorted()).toEqual(SECRET.toSorted())
  for (const [pattern, path] of Object.entries(opened)) {
    const { status, head } = await open(path)
    expect(status, pattern).toBe(200)
    expect(head, pattern).not.toContain('rel="canonical"')
    expect(head, pattern).not.toContain(path.split('/').at(-1) ?? '')
    for (const language of LANGUAGES) expect(head, pattern).toContain(`hreflang="${language}" href="?lang=${language}"`)
  }
})

// LIT-1
test('every other page for visitors says its whole address, in each language, too', async () => {
  const { petId } = await aPet(app.db, owner)
  const street = await aStreetAnimal(app.db)
  const addresses = OPEN.map((pattern) => fillPath(pattern, { petId }))
  for (const path of [...addresses, paths.petDetail.to({ petId: street.petId })]) {
    const { status, head } = await open(path)
    const address = app.config.publicUrl + path
    expect(status, path).toBe(200)
    expect(head, path).toContain(`<link rel="canonical" href="${address}">`)
    for (const language of LANGUAGES)
      expect(head, path).toContain(`hreflang="${language}" href="${address}?lang=${language}"`)
  }
  expect(addresses.length).toBeGreaterThan(15)
})
