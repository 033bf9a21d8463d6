import type { FastifyBaseLogger } from 'fastify'

/** A rejected request that matters for security, with the account that made it. */
type Rejection = {
  event:
    | 'access-refused'
    | 'throttled'
    | 'webhook-forged'
    | 'bounce-forged'
    | 'password-change-failed'
    | 'second-factor-failed'
    | 'passkey-refused'
    | 'link-refused'
    | 'account-deletion-failed'
  method: string
  route: string | undefined
  status: number
  userId: number | undefined
}

/** An event of the log. `userId` is the account it is about, and `actorId` the one that did it. Ids are numbers of our rows. */
export type LogEvent =
  | Rejection
  | { event: 'signin' | 'signup' | 'signout' | 'password-changed' | 'password-reset'; userId: number }
  | { event: 'email-confirmed' | 'email-changed' | 'email-change-undone'; userId: number }
  | { event: 'data-downloaded' | 'account-deleted'; userId: number }
  | { event: 'privacy-requested'; requestId: number; userId?: number; actorId?: number }
  | { event: 'privacy-request-done' | 'person-exported' | 'person-erased'; requestId: number; actorId: number }
  | { event: 'person-corrected'; purpose: string; subjectId: number; actorId: number }
  | { event: 'signin-failed'; userId: number | undefined }
  | { event: 'passkey-added' | 'passkey-removed'; userId: number }
  | { event: 'second-factor-on' | 'recovery-code-spent' | 'recovery-codes-renewed'; userId: number }
  | { event: 'second-factor-off'; userId: number; actorId: number; reason?: string }
  | { event: 'sessions-ended' | 'user-corrected' | 'user-deleted'; userId: number; actorId: number }
  | { event: 'duties-given'; userId: number; actorId: number; duties: string[] }
  | { event: 'pet-deleted'; petNumber: number; actorId: number }
  | { event: 'found-opened' | 'found-closed' | 'found-deleted'; reportId: number; actorId: number }
  | { event: 'tags-generated' | 'held-mails-sent'; count: number; actorId: number }
  | { event: 'certificate-recorded'; donationId: number; actorId: number }
  | { event: 'year-locked' | 'statement-filed'; year: number; actorId: number }
  | { event: 'settings-changed'; fields: string[]; actorId: number }
  | { event: 'plan-deleted'; planId: number; actorId: number }
  | { event: 'complaint-status'; complaintId: number; status: string; actorId: number }
  | { event: 'original-taken'; complaintId: number; fileId: number; actorId: number }
  | {
      event:
        | 'complaint-entered'
        | 'follow-link-made'
        | 'complaint-merged'
        | 'complaint-held'
        | 'name-revealed'
        | 'bundle-taken'
      complaintId: number
      actorId: number
    }
  | { event: 'complaints-changed'; count: number; actorId: number }
  | { event: 'membership-cancelled'; membershipId: number; actorId: number }
  | { event: 'member-entered'; membershipId: number; actorId: number }
  | { event: 'donation-entered'; donationId: number; actorId: number }
  | { event: 'pan-shown'; donationId: number; actorId: number; reason: string }
  | { event: 'donations-downloaded'; actorId: number }
  | { event: 'refund' | 'settled-otherwise'; paymentId: number; actorId: number }
  | {
      event:
        | 'desk-payment-taken'
        | 'cheque-cleared'
        | 'cheque-bounced'
        | 'desk-void-asked'
        | 'desk-void-withdrawn'
        | 'desk-payment-voided'
      paymentId: number
      actorId: number
    }
  | { event: 'pay-link-made' | 'pay-link-revoked'; linkId: number; actorId: number }
  | { event: 'import-started' | 'import-undone'; importId: number; actorId: number }
  | { event: 'cash-handed-over'; handoverId: number; actorId: number }
  | { event: 'settlements-imported'; lines: number; actorId: number }
  | { event: 'mail-sent-again' | 'address-unblocked'; mailId: number; actorId: number }
  | { event: 'mail-bounced' }
  | {
      event: 'grievance-entered' | 'grievance-acknowledged' | 'grievance-answered'
      grievanceId: number
      actorId: number
    }
  | { event: 'grievance-filed'; grievanceId: number }
  | {
      event:
        | 'breach-entered'
        | 'breach-changed'
        | 'breach-step-added'
        | 'breach-letters-sent'
        | 'breach-authority-told'
        | 'breach-people-read'
        | 'breach-closed'
      breachId: number
      actorId: number
    }
  | { event: 'refund-failed-late'; providerPaymentId: string }
  | { event: 'payment-forged'; reason: string }
  | { event: 'provider-away'; restSeconds: number }
  | { event: 'provider-back' }
  | { event: 'mail-server-silent'; restSeconds: number }
  | { event: 'mail-server-back' }
  | { event: 'push-service-silent'; host: string; restSeconds: number }
  | { event: 'push-service-back'; host: string }

export type RejectionName = Rejection['event']

const LINES: Record<LogEvent['event'], ['info' | 'warn' | 'error', string]> = {
  signin: ['info', 'signed in'],
  signup: ['info', 'signed up'],
  signout: ['info', 'signed out'],
  'signin-failed': ['warn', 'sign-in refused'],
  'password-changed': ['info', 'password changed'],
  'password-change-failed': ['warn', 'the current password was wrong'],
  'second-factor-on': ['info', 'second factor switched on'],
  'second-factor-off': ['warn', 'second factor switched off'],
  'second-factor-failed': ['warn', 'the code of the second factor was wrong'],
  'recovery-code-spent': ['warn', 'signed in with a recovery code'],
  'recovery-codes-renewed': ['info', 'new recovery codes'],
  'password-reset': ['info', 'password set with a link'],
  'email-confirmed': ['info', 'e-mail address confirmed'],
  'email-changed': ['info', 'e-mail address changed'],
  'email-change-undone': ['warn', 'a change of the e-mail address was undone'],
  'link-refused': ['warn', 'a link did not work'],
  'passkey-added': ['info', 'a passkey was added'],
  'passkey-removed': ['info', 'a passkey was removed'],
  'passkey-refused': ['warn', 'a passkey was refused'],
  'data-downloaded': ['info', 'own data downloaded'],
  'privacy-requested': ['info', 'somebody asked about their personal data'],
  'privacy-request-done': ['info', 'a request about personal data is done'],
  'person-exported': ['warn', 'a copy of somebody’s data was made for a request'],
  'person-erased': ['warn', 'a person was erased for a request'],
  'person-corrected': ['info', 'the data of a person was corrected'],
  'account-deleted': ['info', 'account deleted by its owner'],
  'account-deletion-failed': ['warn', 'the password was wrong'],
  'sessions-ended': ['info', 'sessions ended'],
  'user-deleted': ['info', 'user deleted'],
  'access-refused': ['warn', 'access refused'],
  throttled: ['warn', 'over a limit'],
  'webhook-forged': ['warn', 'a webhook had a bad signature'],
  'bounce-forged': ['warn', 'a report of a bounce had a wrong secret'],
  'payment-forged': ['warn', 'a payment was not verified'],
  'user-corrected': ['info', 'account corrected'],
  'duties-given': ['warn', 'duties of an admin changed'],
  'pet-deleted': ['info', 'pet deleted'],
  'found-opened': ['warn', 'thread with a finder opened by an admin'],
  'found-closed': ['info', 'thread with a finder closed'],
  'found-deleted': ['info', 'thread with a finder deleted'],
  'tags-generated': ['info', 'tags generated'],
  'settings-changed': ['info', 'settings changed'],
  'plan-deleted': ['info', 'plan deleted'],
  'complaint-status': ['info', 'status set'],
  'complaint-entered': ['info', 'complaint entered for somebody'],
  'follow-link-made': ['info', 'link to a complaint made'],
  'complaint-merged': ['info', 'complaint merged into another one'],
  'complaint-held': ['info', 'hold of a complaint set or ended'],
  'original-taken': ['warn', 'the original of a file was taken out'],
  'bundle-taken': ['warn', 'the bundle of a case was taken out'],
  'name-revealed': ['warn', 'a withheld name was shown'],
  'complaints-changed': ['info', 'several complaints changed at once'],
  'membership-cancelled': ['info', 'membership cancelled'],
  'pan-shown': ['warn', 'the PAN of a donation was shown'],
  'donations-downloaded': ['warn', 'donations downloaded with their PANs'],
  refund: ['info', 'refund requested'],
  'mail-sent-again': ['info', 'mail sent again'],
  'held-mails-sent': ['info', 'held mails sent again'],
  'address-unblocked': ['info', 'mail address unblocked'],
  'mail-bounced': ['warn', 'a mail bounced, and its address is blocked'],
  'member-entered': ['info', 'member entered at the desk'],
  'donation-entered': ['info', 'donation entered at the desk'],
  'desk-payment-taken': ['info', 'money taken at the desk'],
  'cheque-cleared': ['info', 'cheque cleared'],
  'cheque-bounced': ['warn', 'cheque bounced'],
  'desk-void-asked': ['warn', 'a second admin is asked to void money of the desk'],
  'desk-void-withdrawn': ['warn', 'the request to void money of the desk was withdrawn'],
  'desk-payment-voided': ['warn', 'money taken at the desk voided'],
  'pay-link-made': ['info', 'pay link made'],
  'pay-link-revoked': ['info', 'pay link revoked'],
  'cash-handed-over': ['info', 'cash handed over, or received'],
  'settlements-imported': ['info', 'settlement report imported'],
  'breach-entered': ['warn', 'a breach of personal data was written down'],
  'breach-changed': ['warn', 'a breach was changed'],
  'breach-step-added': ['warn', 'a step about a breach was written down'],
  'breach-letters-sent': ['warn', 'letters about a breach were queued'],
  'breach-authority-told': ['warn', 'an authority was told of a breach'],
  'breach-people-read': ['warn', 'somebody read who was told of a breach'],
  'breach-closed': ['warn', 'a breach was closed'],
  'grievance-filed': ['info', 'a grievance came with the form'],
  'grievance-entered': ['info', 'grievance entered for somebody'],
  'grievance-acknowledged': ['info', 'grievance acknowledged'],
  'grievance-answered': ['info', 'grievance answered'],
  'year-locked': ['info', 'books of a financial year closed'],
  'statement-filed': ['info', 'yearly donation file marked as filed'],
  'certificate-recorded': ['info', 'certificate of a donor written down'],
  'import-started': ['info', 'import started'],
  'import-undone': ['warn', 'import undone'],
  'settled-otherwise': ['info', 'payment settled otherwise'],
  'refund-failed-late': ['error', 'a refund failed after it had counted as done'],
  'provider-away': ['error', 'the payment provider does not answer; it is left alone for a while'],
  'provider-back': ['warn', 'the payment provider answers again'],
  'mail-server-silent': ['error', 'the mail server does not answer; all mails wait for a while'],
  'push-service-silent': ['error', 'a push service does not answer; its notices wait for a while'],
  'push-service-back': ['warn', 'a push service answers again'],
  'mail-server-back': ['warn', 'the mail server answers again'],
}

/** Logs one line that an operator can search for by its `event`. Errors without one are logged directly. */
export function recordEvent(log: FastifyBaseLogger, event: LogEvent): void {
  const [level, message] = LINES[event.event]
  log[level](event, message)
}

type WithoutActor<Event> = Event extends unknown
  ? 'actorId' extends keyof Event
    ? Omit<Event, 'actorId'>
    : never
  : never

/** Logs what somebody did in a request. */
export function recordAct(
  { person, request }: { person: { id: number }; request: { log: FastifyBaseLogger } },
  act: WithoutActor<LogEvent>,
): void {
  recordEvent(request.log, { ...act, actorId: person.id } as LogEvent)
}
