import type { Selectable } from 'kysely'
import type { DB } from '../../../../server/src/platform/db/types.ts'
import type { Violation } from '../invariants.ts'

/** The numbers that people were told, such as those of receipts, and whose they are. */
export type Numbers = Map<string, string>

type Evidence = {
  /** Those told before everything was lost, also the ones that no back-up has. */
  told: Numbers
  /** Those after the restore and what was bought since. */
  now: Numbers
  mails: Selectable<DB['mails']>[]
  copies: { messageId: string }[]
  imports: { id: number; state: string }[]
}

/** Returns the violations that are left some time after a restore. */
export function brokenRestore(evidence: Evidence): Violation[] {
  return Object.entries({
    I71: noNumberIsGivenTwice,
    I72: noMailWaitsAndNoneGoesTwice,
    I73: everyImportGoesOn,
  }).flatMap(([invariant, broken]) => broken(evidence).map((what) => ({ invariant, what })))
}

/** I71: nobody gets a number that somebody else was told. */
function noNumberIsGivenTwice({ told, now }: Evidence): string[] {
  return [...told]
    .filter(([number, whose]) => now.has(number) && now.get(number) !== whose)
    .map(([number]) => `${number} was given out once more after the restore`)
}

/** I72: a mail that waited is held for an admin, who sends it; none goes out once more by itself. */
function noMailWaitsAndNoneGoesTwice({ mails, copies }: Evidence): string[] {
  const byId = Map.groupBy(copies, ({ messageId }) => messageId)
  return [
    ...mails.filter(({ state }) => state === 'waiting').map(({ id }) => `nobody sends mail ${id}, which waits`),
    ...[...byId].filter(([, alike]) => alike.length > 1).map(([id]) => `${id} went out again after the restore`),
  ]
}

/** I73: an import that was under way is checked, done, or failed. */
function everyImportGoesOn({ imports }: Evidence): string[] {
  return imports
    .filter(({ state }) => state === 'checking' || state === 'importing')
    .map(({ id, state }) => `import ${id} stays in ${state}`)
}
