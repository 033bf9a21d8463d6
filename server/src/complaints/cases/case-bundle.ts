import { createHash, hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EVENT_LABELS, OUTCOMES, wordsOfEvent } from '@petsetu/contract/complaints/cases.ts'
import { shownType } from '@petsetu/contract/complaints/complaint-facts.ts'
import { BUNDLE, type CaseEventKind } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { complaintStatuses } from '@petsetu/contract/complaints/complaint-statuses.ts'
import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import { shownWords } from '@petsetu/contract/platform/removed.ts'
import { formatLongDay, formatLongTime } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import type { Deps } from '../../deps.ts'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import { listUsernames } from '../../people/users/user-queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/errors.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { streamZip } from '../../platform/files/stream-zip.ts'
import { csvFile, indianClock } from '../../platform/http/bodies/csv.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { inPdfThread } from '../../platform/pdf/pdf-thread.ts'
import { adminOf, listCaseEvents, recordCaseEvent } from '../case-events.ts'
import { type ExportedComplaint, findComplaint, hideName } from '../complaint-queries.ts'
import { recordReveal } from './audit-case.ts'
import type { drawPaper, Paper } from './draw-paper.ts'

const draw = inPdfThread<typeof drawPaper>(new URL('./draw-paper.ts', import.meta.url), 'drawPaper')

type BundleDeps = Pick<Deps, 'db' | 'foundation'> & { attachments: FileStore }
type Asked = { reason: string; showsName: boolean; by: Actor; language: Language }
type State = 'included' | 'missing' | 'damaged'
type Original = Awaited<ReturnType<typeof listOriginals>>[number] & { path: string; state: State }
type Bundle = {
  complaint: ExportedComplaint
  /** The references of the other complaints of the same case. */
  merged: string[]
  originals: Original[]
  text: Translate
  language: Language
  made: string
}

// Room to write by hand.
const BLANK = '_______________________'

/**
 * All that the police need of a case, as a zip: the originals, a list of them with their SHA-256, who handled them and when, the facts, and a
 * draft of the certificate for electronic records. It is recorded with its reason before anything leaves. A withheld name is in it only if
 * `showsName` asks for that, which is recorded like any other look at it. An original that differs from what came is left out, and said
 * to be. Rejects with 404 for an unknown complaint.
 */
export async function bundleCase(deps: BundleDeps, id: number, asked: Asked): Promise<Readable> {
  const { db, attachments } = deps
  const { language, by } = asked
  const text = textsIn(language)
  const complaint = await recordBundle(db, id, asked)
  const originals: Original[] = []
  for (const [index, file] of (await listOriginals(db, id)).entries()) {
    const path = `originals/${index + 1}.${file.name.split('.').at(-1)}`
    originals.push({ ...file, path, state: await stateOf(attachments, file) })
  }
  const time = formatLongTime(new Date().toISOString(), language)
  const made = text('caseBundle.made', { admin: by.person.username, foundation: deps.foundation().legalName, time })
  const bundle = { complaint, merged: await listMerged(db, complaint), originals, text, language, made }

  const facts = factsOf(bundle)
  const papers = {
    'case.txt': Buffer.from(plain(facts)),
    'case.pdf': Buffer.from(await draw(facts, language)),
    'certificate-draft.pdf': Buffer.from(await draw(certificateOf(bundle), language)),
    'history.csv': Buffer.from(csvFile(await historyOf(db, bundle))),
  }
  return streamZip(attachments, async (zip, addFile) => {
    zip.addBuffer(Buffer.from(csvFile(manifestOf(bundle, papers))), 'manifest.csv')
    for (const [path, content] of Object.entries(papers)) zip.addBuffer(content, path)
    for (const { stored, path, state } of originals) if (state === 'included') await addFile(stored, path)
  })
}

function recordBundle(db: Db, id: number, { reason, showsName, by }: Asked): Promise<ExportedComplaint> {
  return inTransaction(db, async (transaction) => {
    const complaint = await findComplaint(transaction, id)
    if (!complaint) throw notFound('complaint_not_found')
    const isShown = complaint.is_name_withheld && showsName
    if (isShown) await recordReveal(transaction, id, { reason, by })
    await recordCaseEvent(transaction, id, { by: adminOf(by), kind: 'reveal', text: reason, after: BUNDLE })
    const after = { with_name: isShown || !complaint.is_name_withheld }
    await recordAudit(transaction, by, 'bundle-taken', { kind: 'complaint', id }, { after, reason })
    return isShown ? { ...complaint, is_name_withheld: false } : hideName(complaint)
  })
}

/** Each complaint of a case has a bundle of its own: another complainant's name may be withheld. */
async function listMerged(db: Db, { id, duplicate_of: first }: ExportedComplaint): Promise<string[]> {
  const rows = await db
    .selectFrom('complaints')
    .select(['id', 'created_at as createdAt'])
    .where((where) => where.or([where('duplicate_of', '=', first ?? id), where('id', '=', first)]))
    .where('id', '<>', id)
    .orderBy('id')
    .execute()
  return rows.map(formatReference)
}

async function listOriginals(db: Db, id: number) {
  const rows = await db
    .selectFrom('complaint_files')
    .select(['id', 'name', 'original_name', 'sha256', 'bytes', 'type', 'by_role', 'created_at'])
    .where('complaint_id', '=', id)
    .orderBy('position')
    .execute()
  return rows.map(({ original_name, ...row }) => ({ ...row, stored: original_name ?? row.name }))
}

async function stateOf(attachments: FileStore, file: { stored: string; sha256: string }): Promise<State> {
  const stored = await attachments.read(file.stored)
  if (!stored) return 'missing'
  const hash = createHash('sha256')
  await pipeline(stored.content, hash)
  return hash.digest('hex') === file.sha256 ? 'included' : 'damaged'
}

const STATES = {
  included: 'caseBundle.included',
  missing: 'caseBundle.missing',
  damaged: 'caseBundle.damaged',
} as const

const senderOf = ({ by_role }: Original, text: Translate) =>
  text(by_role === 'admin' ? 'caseBundle.us' : 'caseEvents.complainant')

function manifestOf({ originals, text }: Bundle, papers: Record<string, Buffer>): (string | number)[][] {
  const received = [text('caseBundle.received'), text('caseBundle.from'), text('caseBundle.state')]
  return [
    [text('caseBundle.file'), text('caseBundle.type'), text('caseBundle.bytes'), 'SHA-256', ...received],
    ...originals.map((file) => [
      ...[file.path, file.type, file.bytes, file.sha256, indianClock(file.created_at.toISOString())],
      ...[senderOf(file, text), text(STATES[file.state])],
    ]),
    ...Object.entries(papers).map(([path, content]) => [
      ...[path, '', content.length, hash('sha256', content, 'hex'), ''],
      ...['', text('caseBundle.paper')],
    ]),
  ]
}

/**
 * Lists who did what to the case and its originals, and when, oldest first. Of what is internal only the reasons for taking originals out are in
 * it; of a case whose name is withheld no words at all, because they may name the complainant.
 */
async function historyOf(db: Db, { complaint, originals, text, language }: Bundle): Promise<(string | null)[][]> {
  const received = originals.map((file) => ({
    at: file.created_at.toISOString(),
    row: [senderOf(file, text), text('caseBundle.fileReceived'), null, null, file.path, ''],
  }))
  const events = await listCaseEvents(db, complaint.id)
  const assignees = events.flatMap(({ kind, before, after }) => (kind === 'assign' ? [before, after] : []))
  const admins = await listUsernames(db, assignees.map(Number))
  const writing = { text, language, admins, unnamed: 'caseEvents.formerAdmin' } as const
  const words = (kind: CaseEventKind, value: string | null) => value && wordsOfEvent(kind, value, writing)
  const handled = events.map((event) => {
    const { at, by, username, kind, before, after, internal } = event
    const isTaking = kind === 'reveal' && after !== null
    const who = {
      admin: username ?? text('caseEvents.formerAdmin'),
      complainant: text('caseEvents.complainant'),
      system: text('caseEvents.system'),
    }[by]
    const file = originals.find(
      ({ id, name }) => (isTaking && String(id) === after) || (kind === 'file' && name === after),
    )
    const taken = after === BUNDLE ? text('caseBundle.bundleTaken') : text('caseBundle.originalTaken')
    const hasWords = !complaint.is_name_withheld && (isTaking || !internal)
    return {
      at,
      row: [
        ...[who, isTaking ? taken : text(EVENT_LABELS[kind])],
        ...(file || isTaking ? [null, null] : [before, after].map((value) => words(kind, value))),
        ...[file?.path ?? '', hasWords && event.text !== null ? shownWords(event.text, text) : ''],
      ],
    }
  })
  const rows = [...received, ...handled].toSorted((one, other) => one.at.localeCompare(other.at))
  const heads = [text('caseBundle.who'), text('caseBundle.what'), text('csv.before'), text('csv.after')]
  return [
    [text('csv.when'), ...heads, text('caseBundle.file'), text('caseBundle.words')],
    ...rows.map(({ at, row }) => [indianClock(at), ...row]),
  ]
}

function factsOf({ complaint, merged, originals, text, language, made }: Bundle): Paper {
  const { lat, lon, accuracy, outcome, source } = complaint
  const place = lat === null || lon === null ? null : `${lat},${lon}`
  const facts = [
    [text('complaints.type'), shownWords(shownType(complaint.type_of_complaint, text), text)],
    [text('complaintDetail.location'), shownWords(complaint.location_of_incident, text)],
    [text('labels.landmark'), complaint.landmark],
    [
      text('complaintDetail.deviceLocation'),
      place && accuracy !== null ? text('complaintDetail.deviceAt', { place, metres: accuracy }) : place,
    ],
    [text('complaintDetail.incidentDate'), formatLongDay(complaint.date_of_incident, language)],
    [text('complaintDetail.submittedOn'), formatLongTime(complaint.created_at, language)],
    [
      text('complaintDetail.source'),
      source === 'form' ? null : text(source === 'phone' ? 'complaintDetail.byPhone' : 'complaintDetail.atDesk'),
    ],
    [text('labels.offender'), complaint.offender],
    [text('labels.vehicle'), complaint.vehicle],
    [text('labels.witness'), complaint.witness],
    [text('labels.firNumber'), complaint.fir_number],
    [text('columns.status'), text(complaintStatuses[complaint.status].label)],
    [text('caseWork.outcome'), outcome && text(OUTCOMES[outcome])],
    [text('caseBundle.merged'), merged.join(', ')],
  ]
  const { fullname, email, phone, is_name_withheld } = complaint
  const person = [
    [text('complaintDetail.fullName'), shownWords(fullname, text)],
    [text('complaintDetail.email'), email],
    [text('complaintDetail.phone'), phone],
  ]
  const lines = (rows: (string | null)[][]) =>
    rows.flatMap(([label = '', value]) => (value ? [text('caseBundle.line', { label: label ?? '', value })] : []))
  return {
    title: text('caseBundle.title', { reference: complaint.reference }),
    note: made,
    parts: [
      { heading: text('complaintDetail.details'), lines: lines(facts) },
      { heading: text('complaintDetail.description'), lines: [shownWords(complaint.description, text)] },
      {
        heading: text('complaintDetail.complainant'),
        lines: is_name_withheld ? [text('caseBundle.withheld')] : lines(person),
      },
      { heading: text('caseBundle.originals'), lines: recordLines({ originals, text, language }) },
    ],
  }
}

function recordLines({ originals, text, language }: Pick<Bundle, 'originals' | 'text' | 'language'>): string[] {
  if (originals.length === 0) return [text('caseBundle.noOriginals')]
  return originals.map((file) =>
    text('caseBundle.record', {
      path: file.path,
      sha256: file.sha256,
      bytes: file.bytes,
      from: senderOf(file, text),
      time: formatLongTime(file.created_at.toISOString(), language),
      state: text(STATES[file.state]),
    }),
  )
}

/** The points of the form in the Schedule to the Bharatiya Sakshya Adhiniyam, 2023, with the hash values. */
function certificateOf({ complaint, originals, text, language, made }: Bundle): Paper {
  const blank = { blank: BLANK }
  const source = [text('caseBundle.person', blank), text('caseBundle.source', blank), text('caseBundle.device', blank)]
  const end = [text('caseBundle.hashes'), text('caseBundle.when', blank)]
  const title = text('caseBundle.title', { reference: complaint.reference })
  return {
    title: text('caseBundle.certificate'),
    note: text('caseBundle.draft'),
    parts: [
      { heading: title, lines: [made] },
      {
        heading: text('caseBundle.partA'),
        lines: [
          ...[...source, text('caseBundle.working'), text('caseBundle.control')],
          ...[...end, text('caseBundle.signature', blank)],
        ],
      },
      {
        heading: text('caseBundle.partB'),
        lines: [...source, ...end, text('caseBundle.signatureExpert', blank)],
      },
      {
        heading: text('caseBundle.records'),
        lines: [...recordLines({ originals, text, language }), text('caseBundle.stored')],
      },
    ],
  }
}

/** The paper as text, which keeps the signs that a PDF's fonts do not have. */
const plain = ({ title, note, parts }: Paper) =>
  [title, note, ...parts.map(({ heading, lines }) => [heading, ...lines].join('\n'))].join('\n\n').concat('\n')
