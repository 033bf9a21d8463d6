import type { Operation } from '../history.ts'
import { checkInvariants } from '../invariants.ts'
import type { FixtureOn } from './fixture.ts'
import type { StageCounter } from './stage-counter.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

/** Waits until the fixture is idle, then reports every new invariant violation. Also reports nodes that exited on their own. */
export async function checkAfterFaults(fixture: FixtureOn, counter: StageCounter): Promise<void> {
  const { db, attachmentsDir, nodes, context, noted } = fixture
  const note = (invariant: string, what: string) => {
    if (!noted.has(what)) counter.wrong(invariant, what)
    noted.add(what)
  }
  await waitUntilIdle(fixture).catch((error: Error) => note('I16', error.message))
  const ledger = await fixture.ledger()
  const delivered = ledger.webhooks.filter(({ deliveries }) => deliveries.some(({ status }) => status === 'delivered'))
  const events = delivered.map(
    ({ event_id: eventId, body }): Operation => ({
      ...{ kind: 'webhook', eventId, body, isForged: false, outcome: 'ok', reply: '' },
    }),
  )
  const history = [...context.record.history, ...events]
  for (const { invariant, what } of await checkInvariants({ db, ledger, attachmentsDir, history }))
    note(invariant, what)
  for (const what of context.record.wrong) note('V16.5.2', what)
  for (const node of nodes) {
    for (const { code, signal } of node.crashes())
      note('V16.5.2', `a node ended by itself (${signal ?? code}): ${node.output().slice(-4_000)}`)
  }
}
