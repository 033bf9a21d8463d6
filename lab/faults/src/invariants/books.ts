import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import type { Evidence } from '../evidence.ts'
import type { Operation } from '../history.ts'
import { PURPOSE_FACTS } from './purposes.ts'

type Of<Kind extends Operation['kind']> = Extract<Operation, { kind: Kind }>
type Sums = { receivedPaise: number; returnedPaise: number }

/** I61: closed books have the sums that they were closed with and that the admin was told, whatever comes later. */
export function closedBooksStay({ books, history }: Evidence): string[] {
  const closed = new Map(books.lockedYears.map((row) => [row.year, row]))
  const answered = history.filter((one): one is Of<'close-books'> => one.kind === 'close-books' && one.outcome === 'ok')
  return [
    ...books.lockedYears.flatMap(({ year, received_paise, returned_paise }) => {
      const now = sumOf(books.movements.filter(({ day }) => financialYear(day) === year))
      return differences(`the books of ${year}`, { receivedPaise: received_paise, returnedPaise: returned_paise }, now)
    }),
    ...answered.flatMap(({ year, receivedPaise, returnedPaise }) => {
      const row = closed.get(year)
      const isTold = row?.received_paise === receivedPaise && row?.returned_paise === returnedPaise
      return isTold ? [] : [`the books of ${year} were closed with other sums than the admin was told`]
    }),
  ]
}

/**
 * I62: money is in the movements of the day on which the provider took it or the desk had it, what went back on the day on which we
 * learnt of it, unmatched money that an admin has kept or returned on the day of saying so, and what was learnt after a year was closed on
 * the day on which it was learnt. What went back before it was seen captured is in none.
 */
export function moneyMovesOnItsDay(evidence: Evidence): string[] {
  const days = new Map<string, Sums>()
  for (const { day, receivedPaise, returnedPaise } of movementsDue(evidence)) {
    const sums = days.get(day) ?? { receivedPaise: 0, returnedPaise: 0 }
    days.set(day, {
      receivedPaise: sums.receivedPaise + receivedPaise,
      returnedPaise: sums.returnedPaise + returnedPaise,
    })
  }
  const { movements } = evidence.books
  return [...new Set([...days.keys(), ...movements.map(({ day }) => day)])].flatMap((day) =>
    differences(
      `the movements of ${day}`,
      days.get(day) ?? { receivedPaise: 0, returnedPaise: 0 },
      sumOf(movements.filter((moved) => moved.day === day)),
    ),
  )
}

/** I63: a receipt is numbered in the financial year in whose books its money is. */
export function receiptsAreOfTheYearOfTheirMoney(evidence: Evidence): string[] {
  const receipts = new Map(evidence.books.receipts.map((receipt) => [receipt.payment_id, receipt]))
  return movementsDue(evidence).flatMap(({ paymentId, day, receivedPaise }) => {
    const year = receipts.get(paymentId)?.year ?? null
    return receivedPaise === 0 || year === null || year === financialYear(day)
      ? []
      : [`the receipt of payment ${paymentId} is of ${year}, its money is booked on ${day}`]
  })
}

/** Deliberately not read as the product reads it: from the provider's and the desk's word, and the journal's times. */
function movementsDue({ books, ledgerPayments }: Evidence): (Sums & { paymentId: number; day: string })[] {
  const journal = Map.groupBy(books.journal, ({ payment_id }) => payment_id)
  const bookedOn = (at: Date, row: { id: number; at: Date }) => {
    const year = financialYear(indianDay(at))
    const closed = books.lockedYears.find((one) => one.year === year && row.id > one.last_journal_id)
    return indianDay(closed ? new Date(Math.max(row.at.getTime(), closed.locked_at.getTime())) : at)
  }
  return books.payments.flatMap(({ id: paymentId, provider_payment_id, amount_paise: amount, settled_as }) => {
    const truth = ledgerPayments.get(provider_payment_id)
    const rows = journal.get(paymentId) ?? []
    const saidAt = rows.findIndex(({ source }) => source === 'settled')
    const isSaid = (row: (typeof rows)[number]) => saidAt >= 0 && rows.indexOf(row) >= saidAt
    const counting = rows.filter(
      (row) =>
        (row.status_after === 'captured' || row.status_after === 'refunded') &&
        (row.disposition_after === 'applied' ||
          row.disposition_after === 'surplus' ||
          (settled_as === 'kept' && isSaid(row))),
    )
    const [first] = counting
    if (!truth || !first) return []
    let returned = 0
    const backward = counting.map((row) => {
      const isBack = row.status_after === 'refunded' || (settled_as === 'returned' && isSaid(row))
      const after = isBack ? amount : row.refunded_paise_after
      const returnedPaise = after - returned
      returned = after
      return { paymentId, day: bookedOn(row.at, row), receivedPaise: 0, returnedPaise }
    })
    const day = bookedOn(first.source === 'settled' ? first.at : new Date(truth.created_at * 1_000), first)
    return [{ paymentId, day, receivedPaise: amount, returnedPaise: 0 }, ...backward]
  })
}

/**
 * I64: of two corrections of the same version one was a success; a record and its receipt have the name of the last one, and the receipt
 * keeps the name with which it was first issued.
 */
export function correctionsAreKept({ books, history }: Evidence): string[] {
  const asked = history.filter((one): one is Of<'correct'> => one.kind === 'correct')
  const names = Map.groupBy(
    books.corrections.filter(({ field }) => field === 'name'),
    ({ purpose, subject_id }) => `${purpose} ${subject_id}`,
  )
  const same = Map.groupBy(
    asked.filter(({ outcome }) => outcome === 'ok'),
    ({ purpose, subjectId, version }) => `version ${version} of ${purpose} ${subjectId}`,
  )
  return [
    ...[...same].flatMap(([version, ok]) => (ok.length > 1 ? [`${version} was corrected ${ok.length} times`] : [])),
    ...asked.flatMap(({ name, outcome }) => {
      const count = books.corrections.filter(({ value_after }) => value_after === name).length
      const isThere = outcome === 'unknown' ? count <= 1 : count === Number(outcome === 'ok')
      return isThere ? [] : [`the correction to ${name} was answered with ${outcome} and is there ${count} times`]
    }),
    ...[...names].flatMap(([subject, corrections]) => {
      const [first, last] = [corrections[0]?.value_before, corrections.at(-1)?.value_after]
      const isChain = corrections.every(
        ({ value_before }, at) => at === 0 || corrections[at - 1]?.value_after === value_before,
      )
      return isChain ? nameProblems(books, subject, first, last) : [`a correction of ${subject} was overwritten`]
    }),
  ]
}

function nameProblems(books: Evidence['books'], subject: string, first?: string, last?: string): string[] {
  const paid = books.payments.find(
    ({ purpose, subject_id, disposition }) => `${purpose} ${subject_id}` === subject && disposition === 'applied',
  )
  const receipt = books.receipts.find(({ payment_id }) => payment_id === paid?.id)
  const named = paid?.purpose ? PURPOSE_FACTS[paid.purpose as Purpose].nameOf(books, paid.subject_id ?? 0) : last
  return [
    ...(named === last ? [] : [`${subject} has the name ${named}, not ${last}`]),
    ...(!receipt || receipt.paid_by === last ? [] : [`the receipt of ${subject} says ${receipt.paid_by}, not ${last}`]),
    ...(!receipt || receipt.first_paid_by === first
      ? []
      : [`the first receipt of ${subject} says ${receipt.first_paid_by}, not ${first}`]),
  ]
}

function differences(what: string, due: Sums, found: Sums): string[] {
  const isSame = due.receivedPaise === found.receivedPaise && due.returnedPaise === found.returnedPaise
  const written = ({ receivedPaise, returnedPaise }: Sums) => `${receivedPaise} paise in and ${returnedPaise} back`
  return isSame ? [] : [`${what} are ${written(found)}, not ${written(due)}`]
}

const sumOf = (rows: { gross_paise: number; returned_paise: number }[]): Sums => ({
  receivedPaise: rows.reduce((sum, { gross_paise }) => sum + gross_paise, 0),
  returnedPaise: rows.reduce((sum, { returned_paise }) => sum + returned_paise, 0),
})

/** The year in which the financial year of this day begins, on 1 April. */
function financialYear(day: string): number {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return month >= 4 ? year : year - 1
}

// India Standard Time has no daylight saving.
const indianDay = (at: Date) => new Date(at.getTime() + 19_800_000).toISOString().slice(0, 10)
