import { PURPOSES } from '@petsetu/contract/platform/purposes.ts'
import type { Evidence } from '../evidence.ts'
import type { Operation } from '../history.ts'
import { PURPOSE_FACTS } from './purposes.ts'

type Of<Kind extends Operation['kind']> = Extract<Operation, { kind: Kind }>

/** I6: every complaint that was confirmed to the client exists, with its fields and its files as they were sent. */
export function answeredComplaintsAreThere({ books, files, history }: Evidence): string[] {
  const rows = new Map(books.complaints.map((row) => [row.id, row]))
  const hashes = new Map(files.map(({ name, sha256 }) => [name, sha256]))
  const filesOf = Map.groupBy(books.complaintFiles, (file) => file.complaint_id)
  return ok(history, 'submit').flatMap(({ complaintId, fields, fileSha256, moreSha256 = [] }) => {
    const row = rows.get(complaintId ?? 0)
    if (!row) return [`complaint ${complaintId} was answered and is not there`]
    const columns = row as unknown as Record<string, unknown>
    const isCorrected = books.corrections.some(
      ({ purpose, subject_id, field }) => purpose === 'complaint' && subject_id === row.id && field === 'name',
    )
    const kept = Object.keys(fields).filter((name) => !(isCorrected && name === 'fullname'))
    const changed = kept.filter((name) => columns[name] !== fields[name])
    const stored = (filesOf.get(row.id) ?? []).map(({ name, original_name }) => hashes.get(original_name ?? name))
    const sent = [...(fileSha256 === null ? [] : [fileSha256]), ...moreSha256]
    return [
      ...changed.map((name) => `${name} of complaint ${complaintId} is not what was sent`),
      ...(stored.join() === sent.join() ? [] : [`the files of complaint ${complaintId} are not what was sent`]),
    ]
  })
}

/** I7: one submitted form makes one complaint, membership or donation, with one open order. */
export function oneSubmissionIsOneRecord({ books, history }: Evidence): string[] {
  const perKey = Map.groupBy(ok(history, 'submit'), ({ key }) => key)
  const open = books.orders.filter(({ status, replaced_at }) => status !== 'paid' && replaced_at === null)
  return [
    ...[...perKey.values()].flatMap((tries) =>
      new Set(tries.map(({ complaintId }) => complaintId)).size > 1 ? [`one form became two complaints`] : [],
    ),
    ...PURPOSES.flatMap((purpose) => {
      const { forms, recordsByEmail } = PURPOSE_FACTS[purpose]
      const records = recordsByEmail(books)
      const emails = new Set(forms(history).map(({ email }) => email))
      return [...emails].flatMap((email) =>
        (records.get(email) ?? 0) > 1 ? [`the form of ${email} became two of ${purpose}`] : [],
      )
    }),
    ...[...Map.groupBy(open, ({ purpose, subject_id }) => `${purpose} ${subject_id}`)].flatMap(([subject, orders]) =>
      orders.length > 1 ? [`${subject} has ${orders.length} open orders`] : [],
    ),
  ]
}

/** I11: everything without the provider's signature was rejected. */
export function nothingForgedIsAccepted({ history }: Evidence): string[] {
  return history
    .filter((operation) => 'isForged' in operation && operation.isForged && operation.outcome === 'ok')
    .map((operation) => `a forged ${operation.kind} was accepted: ${operation.reply.slice(0, 200)}`)
}

/** I13: a payment confirmed to the browser is recorded and its subject is paid; an accepted event is stored. */
export function verifiedPaymentsAreVisible({ books, history, paymentsByProviderId }: Evidence): string[] {
  const inbox = new Map(books.inbox.map(({ event_id, body }) => [event_id, body.toString('utf8')]))
  const applied = books.payments.filter(({ disposition }) => disposition === 'applied')
  const paid = new Set(applied.map(({ purpose, subject_id }) => `${purpose} ${subject_id}`))
  return [
    ...ok(history, 'verify').flatMap(({ paymentId, purpose, subjectId }) => {
      const row = paymentsByProviderId.get(paymentId)?.[0]
      if (!row) return [`${paymentId} was confirmed and is unknown`]
      const isSettled = row.status === 'refunded' || (row.status === 'captured' && row.disposition !== 'none')
      if (!isSettled) return [`${paymentId} was confirmed and is ${row.status}/${row.disposition}`]
      if (!paid.has(`${purpose} ${subjectId}`))
        return [`${paymentId} was confirmed, but ${purpose} ${subjectId} was never paid`]
      const isOwn = row.purpose === purpose && row.subject_id === subjectId
      return isOwn ? [] : [`${paymentId} was confirmed for ${purpose} ${subjectId}, but belongs to another`]
    }),
    ...ok(history, 'webhook').flatMap(({ eventId, body }) =>
      inbox.get(eventId) === body ? [] : [`event ${eventId} was taken and is not kept as it came`],
    ),
  ]
}

/** I18: a payment reply contains no other person's data. */
export function repliesHoldNobodyElsesData({ history }: Evidence): string[] {
  return history.flatMap((operation) => {
    if (operation.kind === 'submit') return []
    const own = 'email' in operation ? operation.email : null
    const others = (operation.reply.match(/[\w.+-]+@[\w.-]+/g) ?? []).filter((email) => email !== own)
    return others.map((email) => `the reply of ${operation.kind} names ${email}`)
  })
}

/** A rejected request left no record; a request with an unknown outcome left at most one. */
export function refusedIsNotThereAndUnknownNotTwice({ books, history }: Evidence): string[] {
  return PURPOSES.flatMap((purpose) => {
    const { forms, recordsByEmail } = PURPOSE_FACTS[purpose]
    const records = recordsByEmail(books)
    return [...Map.groupBy(forms(history), ({ email }) => email)].flatMap(([email, tries]) => {
      const count = records.get(email) ?? 0
      if (tries.every(({ outcome }) => outcome === 'failed'))
        return count === 0 ? [] : [`${email} was refused and is there`]
      if (tries.some(({ outcome }) => outcome === 'ok') && count === 0)
        return [`${email} was answered and is not there`]
      return count > 1 ? [`${email} is there ${count} times`] : []
    })
  })
}

function of<Kind extends Operation['kind']>(history: Operation[], kind: Kind): Of<Kind>[] {
  return history.filter((operation): operation is Of<Kind> => operation.kind === kind)
}

function ok<Kind extends Operation['kind']>(history: Operation[], kind: Kind): Of<Kind>[] {
  return of(history, kind).filter(({ outcome }) => outcome === 'ok')
}
