import { type Breach, type BreachLetter, type BreachLetters, GAP } from '@petsetu/contract/people/breaches.ts'
import { mapEntries } from '@petsetu/contract/platform/registry.ts'
import { formatLongTime } from '@petsetu/languages/formats.ts'
import { type Language, languages } from '@petsetu/languages/languages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { FoundationDetails } from '../../../office/settings/foundation-store.ts'
import { idsOf, isOneOf } from '../../../platform/db/expressions.ts'
import type { Db } from '../../../platform/db/pool.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { textsIn } from '../../../platform/languages/texts.ts'
import type { NewMail } from '../../../platform/mail/mail-content.ts'
import { offeredKinds } from './breach-queries.ts'

type Drafts = Record<Language, BreachLetter>

/** Drafts in all languages. What an admin typed stands in each as it was typed, and `GAP` where nothing is known yet. */
export function draftLetters(breach: Breach, details: FoundationDetails): { people: Drafts; authority: Drafts } {
  return {
    people: mapEntries(languages, (_, language) => letterToPeople(breach, details, language)),
    authority: mapEntries(languages, (_, language) => letterToAuthority(breach, details, language)),
  }
}

function letterToPeople(breach: Breach, details: FoundationDetails, language: Language): BreachLetter {
  const text = textsIn(language)
  return {
    subject: text('breachLetters.subject', { foundation: details.foundationName }),
    body: [
      text('breachLetters.intro'),
      ...commonParts(breach, text('breachLetters.extent'), text, language),
      part(text('breachLetters.advice'), breach.advice || text('breachLetters.usualAdvice')),
      part(text('breachLetters.contact'), contactOf(details)),
      text('breachLetters.sorry'),
    ].join('\n\n'),
  }
}

function letterToAuthority(breach: Breach, details: FoundationDetails, language: Language): BreachLetter {
  const text = textsIn(language)
  const { by_language, without_email } = breach.concerned
  const people = Object.values(by_language).reduce((sum, number) => sum + number, without_email)
  const steps = breach.steps
    .filter((step) => !step.is_failed)
    .map((step) => `${formatLongTime(step.at, language)}: ${step.text}`)
  return {
    subject: text('breachLetters.authoritySubject', { foundation: details.legalName, title: breach.title }),
    body: [
      text('breachLetters.authorityIntro', {
        foundation: details.legalName,
        number: details.registrationNumber || '–',
      }),
      part(text('breachLetters.people'), String(people)),
      ...commonParts(breach, text('breachLetters.authorityExtent'), text, language),
      part(text('breachLetters.steps'), steps.join('\n') || GAP),
      part(text('breachLetters.contact'), contactOf(details)),
    ].join('\n\n'),
  }
}

function commonParts(breach: Breach, extent: string, text: Translate, language: Language): string[] {
  const noticed = text('breachLetters.noticed', { time: formatLongTime(breach.noticed_at, language) })
  const kinds = offeredKinds(text).filter(({ kind }) => breach.kinds.includes(kind))
  return [
    part(text('breachLetters.nature'), breach.happened || GAP),
    part(text('breachLetters.when'), `${breach.occurred || GAP}\n${noticed}`),
    part(extent, kinds.map(({ label }) => `– ${label}`).join('\n') || GAP),
    part(text('breachLetters.consequences'), breach.consequences || GAP),
    part(text('breachLetters.measures'), breach.measures || GAP),
  ]
}

const part = (heading: string, words: string) => `${heading}\n${words}`

function contactOf({ legalName, legalAddress, contactEmail, helplinePhone, ...details }: FoundationDetails): string {
  const { grievanceOfficerName, grievanceOfficerEmail, grievanceOfficerPhone } = details
  const phone = grievanceOfficerPhone || helplinePhone
  const email = grievanceOfficerEmail || contactEmail
  return [grievanceOfficerName, email, phone, legalName, legalAddress].filter(Boolean).join('\n') || GAP
}

export async function keepLetters(
  transaction: Db,
  breachId: number,
  letters: ({ audience: 'people' | 'team' | 'board'; language: Language; sent_to?: string } & BreachLetter)[],
): Promise<void> {
  await transaction
    .insertInto('breach_letters')
    .values(letters.map((letter) => ({ breach_id: breachId, ...letter })))
    // The next letter to an authority takes the place of one that did not go out.
    .onConflict((same) =>
      same.columns(['breach_id', 'audience', 'language']).doUpdateSet((letter) => ({
        subject: letter.ref('excluded.subject'),
        body: letter.ref('excluded.body'),
        sent_to: letter.ref('excluded.sent_to'),
      })),
    )
    .execute()
}

/**
 * The step by which the mail with the next letter to this authority is known; null once one has gone there. After a letter that failed, or
 * is held, another one may go out.
 */
export async function nextLetter(
  transaction: Db,
  breachId: number,
  audience: 'team' | 'board',
): Promise<string | null> {
  const letter = await transaction
    .selectFrom('breach_letters')
    .select('breach_id')
    .where('breach_id', '=', breachId)
    .where('audience', '=', audience)
    .executeTakeFirst()
  if (!letter) return audience
  const mails = await transaction
    .selectFrom('mails')
    .select('state')
    .where('kind', '=', 'breach-authority')
    .where('about', '=', `breach ${breachId}`)
    .where('step', 'like', `${audience}%`)
    .orderBy('id', 'desc')
    .forUpdate()
    .execute()
  const state = mails[0]?.state
  return state === 'failed' || state === 'held' ? `${audience} ${mails.length + 1}` : null
}

/** Fails the letters to this authority that are held: a newer one takes their place, and both would be sent otherwise. */
export async function dropHeldLetters(transaction: Db, breachId: number, audience: 'team' | 'board'): Promise<void> {
  await transaction
    .updateTable('mails')
    .set({ state: 'failed', failure: 'unwanted', text: null, html: null, action_path: null })
    .where('kind', '=', 'breach-authority')
    .where('about', '=', `breach ${breachId}`)
    .where('step', 'like', `${audience}%`)
    .where('state', '=', 'held')
    .execute()
}

type Recipient = { to: string; language: Language; userId?: number | null }

export function letterMail(
  { kind, breachId, step }: { kind: 'breach-letter' | 'breach-authority'; breachId: number; step: string },
  { to, language, userId = null }: Recipient,
  { subject, body }: BreachLetter,
): NewMail {
  const why = kind === 'breach-letter' ? 'breachLetters.why' : 'breachLetters.authorityWhy'
  return {
    kind,
    about: `breach ${breachId}`,
    step,
    to,
    language,
    userId,
    content: { subject, paragraphs: body.split(/\n{2,}/), why: textsIn(language)(why) },
  }
}

const BATCH = 50

/** Queues letters, some at a time. Each mail has its person for a step, so that no second job queues it again. */
export async function queueLetters(
  { db, enqueueMail }: Pick<Deps, 'db' | 'enqueueMail'>,
  breachId: number,
): Promise<void> {
  const letters = await readLetters(db, breachId)
  while ((await inTransaction(db, (transaction) => queueSome(transaction, enqueueMail, breachId, letters))) > 0);
}

/** Queues what was not queued yet when a back-up was made, which contains no jobs. Who was written to after it is written to again. */
export async function resumeBreachLetters(db: Db): Promise<void> {
  const open = await db
    .selectFrom('breach_people')
    .innerJoin('breaches', 'breaches.id', 'breach_people.breach_id')
    .select('breaches.id')
    .distinct()
    .where('letters_at', 'is not', null)
    .where('queued_at', 'is', null)
    .where('email_key', '<>', '')
    .execute()
  // A pool of the database's owner reads ids as text.
  for (const { id } of open) await enqueueLetters(db, Number(id))
}

export async function enqueueLetters(db: Db, breachId: number): Promise<void> {
  await enqueue(db, 'queue-breach-letters', { breachId }, { jobKey: `breach ${breachId}` })
}

async function queueSome(
  transaction: Db,
  enqueueMail: Deps['enqueueMail'],
  breachId: number,
  letters: BreachLetters,
): Promise<number> {
  const people = await transaction
    .selectFrom('breach_people')
    .select(['id', 'email', 'language', 'user_id'])
    .where('breach_id', '=', breachId)
    .where('queued_at', 'is', null)
    .where('email_key', '<>', '')
    .orderBy('id')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id, email, language, user_id } of people) {
    const to = { to: email, language, userId: user_id }
    await enqueueMail(
      transaction,
      letterMail({ kind: 'breach-letter', breachId, step: String(id) }, to, letters[language]),
    )
  }
  await transaction
    .updateTable('breach_people')
    .set({ queued_at: sql`now()` })
    .where(isOneOf('id', idsOf(people)))
    .execute()
  return people.length
}

async function readLetters(db: Db, breachId: number): Promise<BreachLetters> {
  const rows = await db
    .selectFrom('breach_letters')
    .select(['language', 'subject', 'body'])
    .where('breach_id', '=', breachId)
    .where('audience', '=', 'people')
    .execute()
  return Object.fromEntries(rows.map(({ language, ...letter }) => [language, letter])) as BreachLetters
}
