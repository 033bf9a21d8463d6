import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import type { Db } from '../../../server/src/platform/db/pool.ts'
import { type Evidence, readEvidence } from './evidence.ts'
import type { Operation } from './history.ts'
import * as books from './invariants/books.ts'
import * as clients from './invariants/clients.ts'
import * as desk from './invariants/desk.ts'
import * as files from './invariants/files.ts'
import * as money from './invariants/money.ts'
import * as orders from './invariants/orders.ts'
import * as receipts from './invariants/receipts.ts'
import * as states from './invariants/states.ts'
import * as subjects from './invariants/subjects.ts'
import * as surplus from './invariants/surplus.ts'
import type { Ledger } from './ledger.ts'

export type Violation = { invariant: string; what: string }

/** Returns one message per violation. The provider's ledger is the source of truth, never our own tables. */
type Invariant = (evidence: Evidence) => string[]

const INVARIANTS: Record<string, Invariant> = {
  I1: money.everyCaptureIsKnownOnce,
  I2: money.oneIsAppliedTheRestIsSurplus,
  I7: clients.oneSubmissionIsOneRecord,
  I8: money.theSumsAgree,
  I9: money.refundsReachTheirSubjects,
  I10: states.statesOnlyMoveForward,
  I11: clients.nothingForgedIsAccepted,
  I12: orders.whatWasAgreedNeverChanges,
  I13: clients.verifiedPaymentsAreVisible,
  I15: files.filesAndRowsBelongTogether,
  I16: states.theInboxDrains,
  done: states.whatCountsAsDoneIsDone,
  I17: orders.oneOrderIsOneAtTheProvider,
  I18: clients.repliesHoldNobodyElsesData,
  I31: desk.deskAndLedgerAgree,
  I32: desk.whatTheDeskWasToldHolds,
  I33: desk.cashSheetsAndLedgerAgree,
  I34: receipts.receiptsHaveNoGaps,
  I20: orders.everyOrderCanBePaidOrIsDone,
  I51: surplus.surplusGoesBack,
  I52: surplus.moneyFromAbroadPaysForNothing,
  I61: books.closedBooksStay,
  I62: books.moneyMovesOnItsDay,
  I63: books.receiptsAreOfTheYearOfTheirMoney,
  I64: books.correctionsAreKept,
  history: clients.refusedIsNotThereAndUnknownNotTwice,
}

/** Invariants of each purpose. */
const INVARIANTS_OF: Record<Purpose, Record<string, Invariant>> = {
  complaint: { I5: subjects.complaintsArePaidWhenTheyAre, I6: clients.answeredComplaintsAreThere },
  membership: {
    I3: subjects.activeMembershipsArePaid,
    I4: subjects.paidMembershipsAreNotPending,
    I14: subjects.membershipsRunForTheirMonths,
  },
  donation: { I24: subjects.donationsArePaidWhenTheyAre },
}

/**
 * Checks all invariants after faults have stopped, the reconciler has finished and the inbox is empty. `now` is the database's time. I19
 * is checked while the run is going on: see `Transactions`.
 */
export async function checkInvariants({
  db,
  ledger,
  attachmentsDir,
  history,
  now = new Date(),
}: {
  db: Db
  ledger: Ledger
  /** DATA_DIR/attachments */
  attachmentsDir: string
  history: Operation[]
  now?: Date
}): Promise<Violation[]> {
  const evidence = await readEvidence(db, ledger, attachmentsDir, history, now)
  return [INVARIANTS, ...Object.values(INVARIANTS_OF)]
    .flatMap((invariants) => Object.entries(invariants))
    .flatMap(([invariant, broken]) => broken(evidence).map((what) => ({ invariant, what })))
}
