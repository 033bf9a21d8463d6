import type { FastifyBaseLogger } from 'fastify'

/** A line of the log. `Fields` are what it holds beside the name of its event. */
type Line<Fields> = { level: 'info' | 'warn' | 'error'; message: string; fields?: Fields }

const info = <Fields>(message: string): Line<Fields> => ({ level: 'info', message })
const warn = <Fields>(message: string): Line<Fields> => ({ level: 'warn', message })
const error = <Fields>(message: string): Line<Fields> => ({ level: 'error', message })

/** A rejected request, with the account that made it. */
type Rejection = { method: string; route: string | undefined; status: number; userId: number | undefined }

/** Rejected requests that matter for security. */
const REJECTIONS = {
  'password-change-failed': warn<Rejection>('the current password was wrong'),
  'second-factor-failed': warn<Rejection>('the code of the second factor was wrong'),
  'link-refused': warn<Rejection>('a link did not work'),
  'passkey-refused': warn<Rejection>('a passkey was refused'),
  'account-deletion-failed': warn<Rejection>('the password was wrong'),
  'access-refused': warn<Rejection>('access refused'),
  throttled: warn<Rejection>('over a limit'),
  'webhook-forged': warn<Rejection>('a webhook had a bad signature'),
  'bounce-forged': warn<Rejection>('a report of a bounce had a wrong secret'),
}

/** It is about this account. */
type OfUser = { userId: number }

/** Somebody did it. Ids are numbers of our rows. */
type Act<Id extends string = never> = Record<Id | 'actorId', number>

const EVENTS = {
  ...REJECTIONS,
  signin: info<OfUser>('signed in'),
  signup: info<OfUser>('signed up'),
  signout: info<OfUser>('signed out'),
  'signin-failed': warn<{ userId: number | undefined }>('sign-in refused'),
  'password-changed': info<OfUser>('password changed'),
  'second-factor-on': info<OfUser>('second factor switched on'),
  'second-factor-off': warn<Act<'userId'> & { reason?: string }>('second factor switched off'),
  'recovery-code-spent': warn<OfUser>('signed in with a recovery code'),
  'recovery-codes-renewed': info<OfUser>('new recovery codes'),
  'password-reset': info<OfUser>('password set with a link'),
  'email-confirmed': info<OfUser>('e-mail address confirmed'),
  'email-changed': info<OfUser>('e-mail address changed'),
  'email-change-undone': warn<OfUser>('a change of the e-mail address was undone'),
  'passkey-added': info<OfUser>('a passkey was added'),
  'passkey-removed': info<OfUser>('a passkey was removed'),
  'data-downloaded': info<OfUser>('own data downloaded'),
  'privacy-requested': info<{ requestId: number; userId?: number; actorId?: number }>(
    'somebody asked about their personal data',
  ),
  'privacy-request-done': info<Act<'requestId'>>('a request about personal data is done'),
  'person-exported': warn<Act<'requestId'>>('a copy of somebody’s data was made for a request'),
  'person-erased': warn<Act<'requestId'>>('a person was erased for a request'),
  'person-corrected': info<Act<'subjectId'> & { purpose: string }>('the data of a person was corrected'),
  'account-deleted': info<OfUser>('account deleted by its owner'),
  'sessions-ended': info<Act<'userId'>>('sessions ended'),
  'user-deleted': info<Act<'userId'>>('user deleted'),
  'payment-forged': warn<{ reason: string }>('a payment was not verified'),
  'user-corrected': info<Act<'userId'>>('account corrected'),
  'duties-given': warn<Act<'userId'> & { duties: string[] }>('duties of an admin changed'),
  'pet-deleted': info<Act<'petNumber'>>('pet deleted'),
  'found-opened': warn<Act<'reportId'>>('thread with a finder opened by an admin'),
  'found-closed': info<Act<'reportId'>>('thread with a finder closed'),
  'found-deleted': info<Act<'reportId'>>('thread with a finder deleted'),
  'tags-generated': info<Act<'count'>>('tags generated'),
  'settings-changed': info<Act & { fields: string[] }>('settings changed'),
  'plan-deleted': info<Act<'planId'>>('plan deleted'),
  'complaint-status': info<Act<'complaintId'> & { status: string }>('status set'),
  'complaint-entered': info<Act<'complaintId'>>('complaint entered for somebody'),
  'follow-link-made': info<Act<'complaintId'>>('link to a complaint made'),
  'complaint-merged': info<Act<'complaintId'>>('complaint merged into another one'),
  'complaint-held': info<Act<'complaintId'>>('hold of a complaint set or ended'),
  'original-taken': warn<Act<'complaintId' | 'fileId'>>('the original of a file was taken out'),
  'bundle-taken': warn<Act<'complaintId'>>('the bundle of a case was taken out'),
  'name-revealed': warn<Act<'complaintId'>>('a withheld name was shown'),
  'complaints-changed': info<Act<'count'>>('several complaints changed at once'),
  'membership-cancelled': info<Act<'membershipId'>>('membership cancelled'),
  'pan-shown': warn<Act<'donationId'> & { reason: string }>('the PAN of a donation was shown'),
  'donations-downloaded': warn<Act>('donations downloaded with their PANs'),
  refund: info<Act<'paymentId'>>('refund requested'),
  'mail-sent-again': info<Act<'mailId'>>('mail sent again'),
  'held-mails-sent': info<Act<'count'>>('held mails sent again'),
  'address-unblocked': info<Act<'mailId'>>('mail address unblocked'),
  'mail-bounced': warn<object>('a mail bounced, and its address is blocked'),
  'member-entered': info<Act<'membershipId'>>('member entered at the desk'),
  'donation-entered': info<Act<'donationId'>>('donation entered at the desk'),
  'desk-payment-taken': info<Act<'paymentId'>>('money taken at the desk'),
  'cheque-cleared': info<Act<'paymentId'>>('cheque cleared'),
  'cheque-bounced': warn<Act<'paymentId'>>('cheque bounced'),
  'desk-void-asked': warn<Act<'paymentId'>>('a second admin is asked to void money of the desk'),
  'desk-void-withdrawn': warn<Act<'paymentId'>>('the request to void money of the desk was withdrawn'),
  'desk-payment-voided': warn<Act<'paymentId'>>('money taken at the desk voided'),
  'pay-link-made': info<Act<'linkId'>>('pay link made'),
  'pay-link-revoked': info<Act<'linkId'>>('pay link revoked'),
  'cash-handed-over': info<Act<'handoverId'>>('cash handed over, or received'),
  'settlements-imported': info<Act<'lines'>>('settlement report imported'),
  'breach-entered': warn<Act<'breachId'>>('a breach of personal data was written down'),
  'breach-changed': warn<Act<'breachId'>>('a breach was changed'),
  'breach-step-added': warn<Act<'breachId'>>('a step about a breach was written down'),
  'breach-letters-sent': warn<Act<'breachId'>>('letters about a breach were queued'),
  'breach-authority-told': warn<Act<'breachId'>>('an authority was told of a breach'),
  'breach-people-read': warn<Act<'breachId'>>('somebody read who was told of a breach'),
  'breach-closed': warn<Act<'breachId'>>('a breach was closed'),
  'grievance-filed': info<{ grievanceId: number }>('a grievance came with the form'),
  'grievance-entered': info<Act<'grievanceId'>>('grievance entered for somebody'),
  'grievance-acknowledged': info<Act<'grievanceId'>>('grievance acknowledged'),
  'grievance-answered': info<Act<'grievanceId'>>('grievance answered'),
  'year-locked': info<Act<'year'>>('books of a financial year closed'),
  'statement-filed': info<Act<'year'>>('yearly donation file marked as filed'),
  'certificate-recorded': info<Act<'donationId'>>('certificate of a donor written down'),
  'import-started': info<Act<'importId'>>('import started'),
  'import-undone': warn<Act<'importId'>>('import undone'),
  'settled-otherwise': info<Act<'paymentId'>>('payment settled otherwise'),
  'refund-failed-late': error<{ providerPaymentId: string }>('a refund failed after it had counted as done'),
  'provider-away': error<{ restSeconds: number }>('the payment provider does not answer; it is left alone for a while'),
  'provider-back': warn<object>('the payment provider answers again'),
  'mail-server-silent': error<{ restSeconds: number }>('the mail server does not answer; all mails wait for a while'),
  'push-service-silent': error<{ host: string; restSeconds: number }>(
    'a push service does not answer; its notices wait for a while',
  ),
  'push-service-back': warn<{ host: string }>('a push service answers again'),
  'mail-server-back': warn<object>('the mail server answers again'),
}

type FieldsOf<Event> = Event extends Line<infer Fields> ? Fields : never
type LogEvent = {
  [Name in keyof typeof EVENTS]: { event: Name } & FieldsOf<(typeof EVENTS)[Name]>
}[keyof typeof EVENTS]
type WithoutActor<Event> = Event extends unknown
  ? 'actorId' extends keyof Event
    ? Omit<Event, 'actorId'>
    : never
  : never

export type RejectionName = keyof typeof REJECTIONS

/** Logs one line that an operator can search for by its `event`. Errors without one are logged directly. */
export function recordEvent(log: FastifyBaseLogger, event: LogEvent): void {
  const { level, message } = EVENTS[event.event]
  log[level](event, message)
}

/** Logs what somebody did in a request. */
export function recordAct(
  { person, request }: { person: { id: number }; request: { log: FastifyBaseLogger } },
  act: WithoutActor<LogEvent>,
): void {
  recordEvent(request.log, { ...act, actorId: person.id } as LogEvent)
}
