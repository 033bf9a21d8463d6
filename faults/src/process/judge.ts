import type { Operation } from '../history.ts'
import { checkInvariants } from '../invariants.ts'
import { untilQuiet } from './quiet.ts'
import type { Tally } from './tally.ts'
import type { Town } from './town.ts'

/**
 * After the faults: lets the town come to rest, and notes whatever then breaks an invariant and was not noted before. No node may
 * have fallen over by itself.
 */
export async function judge(town: Town, tally: Tally): Promise<void> {
  const { db, attachmentsDir, nodes, place, noted } = town
  const note = (invariant: string, what: string) => {
    if (!noted.has(what)) tally.wrong(invariant, what)
    noted.add(what)
  }
  await untilQuiet(town).catch((error: Error) => note('I16', error.message))
  const ledger = await town.ledger()
  const delivered = ledger.webhooks.filter(({ deliveries }) => deliveries.some(({ status }) => status === 'delivered'))
  const events = delivered.map(
    ({ event_id: eventId, body }): Operation => ({
      ...{ kind: 'webhook', eventId, body, isForged: false, outcome: 'ok', reply: '' },
    }),
  )
  const history = [...place.seen.history, ...events]
  for (const { invariant, what } of await checkInvariants({ db, ledger, attachmentsDir, history }))
    note(invariant, what)
  for (const what of place.seen.wrong) note('V16.5.2', what)
  for (const node of nodes) {
    for (const { code, signal } of node.fellOver())
      note('V16.5.2', `a node ended by itself (${signal ?? code}): ${node.written().slice(-500)}`)
  }
}
