import { PURPOSES } from '@petsetu/contract/platform/purposes.ts'
import { sql } from 'kysely'
import { FORM_KEY_DAYS } from '../../../complaints/complaint-privacy.ts'
import { forgetImports } from '../../../office/imports/import-queries.ts'
import { forgetOldPayLinks } from '../../../payments/pay-links.ts'
import { forgetPayers } from '../../../payments/receipts/receipt-queries.ts'
import { forgetEvents } from '../../../payments/webhooks/webhook-inbox.ts'
import { forgetOldThreads } from '../../../pets/found/found-privacy.ts'
import { unlistStaleReports } from '../../../pets/lost/lost-queries.ts'
import { forgetScans } from '../../../pets/scans/scan-counter.ts'
import { deleteInBatches, updateInBatches } from '../../../platform/db/batches.ts'
import { daysAgo } from '../../../platform/db/expressions.ts'
import type { Db } from '../../../platform/db/pool.ts'
import { eachDespiteFailures } from '../../../platform/errors.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { deleteFailedRequests } from '../../../platform/jobs/enqueue.ts'
import { dropMailTexts, dropPreferenceLinks, forgetBlocks, forgetMails } from '../../../platform/mail/mail-queries.ts'
import { PURPOSE_RULES } from '../../../purposes.ts'
import { deleteSpentChallenges } from '../../auth/passkeys/passkey-queries.ts'
import { deleteUnconfirmed } from '../../auth/second-factor/second-factor-queries.ts'
import { deleteExpiredSessions } from '../../auth/session-queries.ts'
import { forgetGrievances } from '../../grievances/grievance-queries.ts'
import { forgetDevices } from '../../push/push-devices.ts'
import { deleteExpiredLinks, deleteExpiredUndos } from '../../users/one-time-links.ts'
import { forgetBreachPeople, forgetLastMails, forgetRequests } from '../privacy-data.ts'
import { finishErasures } from './erase-person.ts'
import { ERASURES_DAYS, forgetErasures } from './erasures.ts'

/** Retention in days, documented in docs/security.md. */
export const DAYS_KEPT = {
  knownNetworks: 180,
  lastSeen: 180,
  providerEvents: 90,
  idempotencyKeys: FORM_KEY_DAYS,
  createdIds: 2,
  unconfirmedSecondFactors: 2,
  mailTexts: 30,
  mails: 365,
  pushDevices: 365,
  pushNotices: 30,
  scanDays: 396,
  privacyRequests: 365,
  // As long as somebody can go to court about the answer.
  grievances: 1_096,
  breachPeople: 1_096,
  lostOnList: 365,
  importFiles: 7,
  imports: 1_096,
  erasures: ERASURES_DAYS,
  // The trigger of the table allows no deletion before.
  audit: 1_096,
}

/**
 * Deletes data whose retention is over. A step that fails stops no other; all failures are thrown at the end. No step begins once
 * `stopping` aborts.
 */
export async function forgetOld(people: { db: Db; attachments: FileStore }, stopping?: AbortSignal): Promise<void> {
  await eachDespiteFailures(stepsOf(people), 'steps of the retention', async (step) => {
    if (!stopping?.aborted) await step()
  })
}

function stepsOf(people: { db: Db; attachments: FileStore }): (() => Promise<unknown>)[] {
  const { db } = people
  return [
    () => deleteExpiredSessions(db),
    () => deleteUnconfirmed(db, DAYS_KEPT.unconfirmedSecondFactors),
    () => deleteSpentChallenges(db),
    () => deleteExpiredLinks(db),
    () => deleteExpiredUndos(db),
    () => deleteFailedRequests(db),
    () => deleteInBatches(db, 'known_networks', sql`last_used_at < ${daysAgo(DAYS_KEPT.knownNetworks)}`),
    () => updateInBatches(db, 'users', sql`last_seen_at = null`, sql`last_seen_at < ${daysAgo(DAYS_KEPT.lastSeen)}`),
    () => forgetErasures(db, DAYS_KEPT.erasures),
    () => forgetPayers(db),
    () => forgetEvents(db, DAYS_KEPT.providerEvents),
    () => deleteInBatches(db, 'idempotency_keys', sql`created_at < ${daysAgo(DAYS_KEPT.createdIds)}`),
    () => dropPreferenceLinks(db, DAYS_KEPT.mails),
    () => forgetBreachPeople(db, DAYS_KEPT.breachPeople),
    () => dropMailTexts(db, DAYS_KEPT.mailTexts),
    () => forgetMails(db, DAYS_KEPT.mails),
    () => forgetLastMails(db),
    () => forgetBlocks(db, DAYS_KEPT.mails),
    () => forgetDevices(db, { devices: DAYS_KEPT.pushDevices, notices: DAYS_KEPT.pushNotices }),
    () => forgetScans(db, DAYS_KEPT.scanDays),
    () => unlistStaleReports(db, DAYS_KEPT.lostOnList),
    ...PURPOSES.map((purpose) => () => PURPOSE_RULES[purpose].privacy.forgetOld(db)),
    () => forgetOldPayLinks(db),
    () => forgetOldThreads(db),
    () => forgetImports(db, { filesDays: DAYS_KEPT.importFiles, days: DAYS_KEPT.imports }),
    () => forgetRequests(db, DAYS_KEPT.privacyRequests),
    () => forgetGrievances(db, DAYS_KEPT.grievances),
    () => deleteInBatches(db, 'audit', sql`at < ${daysAgo(DAYS_KEPT.audit)}`),
    () => finishErasures(people),
  ]
}
