import type { StageName } from '../task.ts'

/** One text of the product's source replaced by another; the first must be there exactly once. */
export type Patch = { file: string; from: string; to: string }

/** A bug that a developer could introduce, planted only inside the harness. */
export type Bug = {
  name: string
  patches?: Patch[]
  /** Run on the harness's own database. */
  sql?: string
  /** The only runs that show it, or that show it soon: a stage, one of its scenarios, and in stage B the kinds of faults. */
  shownBy?: { stage: StageName; scenario?: number; kinds?: string[] }
}

const desk = (file: string) => `server/src/payments/desk/${file}.ts`
const payments = (file: string) => `server/src/payments/${file}.ts`

/** Forty-eight bugs, each of which breaks an invariant. */
export const BUGS: Bug[] = [
  {
    name: 'a payment can be stored twice',
    sql: 'alter table payments drop constraint payments_provider_payment_id_key',
    patches: [
      {
        file: payments('ledger/write-payment'),
        from: "      conflict.column('provider_payment_id').doUpdateSet({",
        to: "      conflict.column('id').doUpdateSet({",
      },
    ],
  },
  {
    name: "the subject's orders are not locked",
    patches: [
      {
        file: payments('ledger/record-payment'),
        from: "    .where('subject_id', '=', order.subjectId)\n    .orderBy('id')\n    .forUpdate()",
        to: "    .where('subject_id', '=', order.subjectId)\n    .orderBy('id')",
      },
    ],
  },
  {
    name: 'a webhook is answered before it is kept',
    patches: [
      {
        file: payments('payment-routes'),
        from: '    await keepEvent(deps.payments.db, eventId, body)',
        to: '    setTimeout(() => void keepEvent(deps.payments.db, eventId, body).catch(() => {}), 5)',
      },
    ],
  },
  {
    name: 'an event is marked as processed before it is applied',
    shownBy: { stage: 'A', scenario: 4 },
    patches: [
      {
        file: payments('webhooks/webhook-inbox'),
        from: '    const { payment, refund } = payloadOf(body)\n',
        to: '    await finishEvent(deps.db, eventId)\n    const { payment, refund } = payloadOf(body)\n',
      },
    ],
  },
  {
    name: 'the amount that came is trusted',
    shownBy: { stage: 'B', kinds: ['ours: payment of another amount'] },
    patches: [
      {
        file: payments('ledger/write-payment'),
        from: 'isSameOrder && payment.amountPaise === order.amountPaise && payment.currency',
        to: 'isSameOrder && payment.currency',
      },
    ],
  },
  {
    name: "the client's subject is trusted",
    patches: [
      {
        file: payments('orders/verify-checkout'),
        from: 'order?.purpose === subject.purpose && order.subjectId === subject.subjectId',
        to: 'order?.purpose === subject.purpose',
      },
    ],
  },
  {
    name: 'the signature of a checkout is not looked at',
    shownBy: { stage: 'H' },
    patches: [
      {
        file: payments('orders/verify-checkout'),
        from: '  if (!isSigned) throw',
        to: "  if (!isSigned && reply.razorpay_signature === '') throw",
      },
    ],
  },
  {
    name: 'a webhook is signed over its JSON, not over its bytes',
    shownBy: { stage: 'H' },
    patches: [
      {
        file: payments('payment-routes'),
        from: 'isWebhookSignature(body, signatureOf(request), secret)',
        to: 'isWebhookSignature(Buffer.from(JSON.stringify(JSON.parse(body.toString()))), signatureOf(request), secret)',
      },
    ],
  },
  {
    name: 'failed is taken for the end',
    shownBy: { stage: 'B', kinds: ['webhook: failed, then captured'] },
    patches: [
      {
        file: payments('ledger/write-payment'),
        from: '{ created: 0, failed: 1, authorized: 2, captured: 3, refunded: 4 }',
        to: '{ created: 0, failed: 5, authorized: 2, captured: 3, refunded: 4 }',
      },
    ],
  },
  {
    name: 'a payment may go back from captured',
    patches: [
      {
        file: payments('ledger/write-payment'),
        from: 'const status = known && RANK[known.status] >= RANK[payment.status] ? known.status : payment.status',
        to: 'const status = known && RANK[known.status] > RANK[payment.status] + 2 ? known.status : payment.status',
      },
    ],
  },
  {
    name: 'every try has a receipt of its own',
    patches: [
      {
        file: payments('orders/open-order'),
        from: 'gateway.createOrder({ amountPaise, receipt, notes })',
        to: 'gateway.createOrder({ amountPaise, receipt: receipt + (Date.now() % 1_000), notes })',
      },
    ],
  },
  {
    name: 'orders have no receipt',
    patches: [
      {
        file: payments('provider/razorpay'),
        from: "currency: 'INR', receipt, notes }\n      return orderOf(about({ receipt }, await",
        to: "currency: 'INR', notes }\n      return orderOf(about({}, await",
      },
    ],
  },
  {
    name: 'authorised is taken for captured',
    patches: [
      {
        file: payments('ledger/capture-payment'),
        from: 'mayCapture ? await capture(deps, payment) : payment, source',
        to: "mayCapture ? { ...payment, status: 'captured' } : payment, source",
      },
    ],
  },
  {
    name: 'the months are added twice',
    patches: [
      {
        file: 'server/src/supporters/memberships/activate-membership.ts',
        from: 'membershipPeriod(paidOn, runningUntil, membership.duration_months)',
        to: 'membershipPeriod(paidOn, runningUntil, 2 * membership.duration_months)',
      },
    ],
  },
  {
    name: 'a cheque counts on the day on which it was taken',
    patches: [
      {
        file: payments('ledger/write-payment'),
        from: 'then excluded.created_at else payments.created_at end`',
        to: 'then payments.created_at else payments.created_at end`',
      },
    ],
  },
  {
    name: 'receipts of test money stand among the others',
    patches: [
      {
        file: payments('ledger/record-payment'),
        from: 'isTest: isTestKey(keyId)',
        to: 'isTest: keyId === DESK_KEY',
      },
    ],
  },
  {
    name: 'what was paid is sold again to whoever sends the form again',
    patches: [
      {
        file: payments('ledger/payment-queries'),
        from: "now() - interval '1 day')`",
        to: "now() + interval '1 day')`",
      },
    ],
  },
  {
    name: 'a refund leaves a hole before the next membership',
    patches: [
      {
        file: 'server/src/supporters/memberships/renewals.ts',
        from: '  if (ended.expiry_date === null) return []',
        to: "  if (ended.expiry_date !== '') return []",
      },
    ],
  },
  {
    name: 'a refund reaches nobody',
    patches: [
      {
        file: payments('ledger/notify-subject'),
        from: "known?.status !== 'refunded') return 'refunded'",
        to: "known?.status !== 'refunded') return null",
      },
    ],
  },
  {
    name: 'a donation whose money went back stays paid',
    patches: [
      {
        file: 'server/src/supporters/donations/payable-donation.ts',
        from: "set({ status: 'refunded' })",
        to: "set({ status: 'paid' })",
      },
    ],
  },
  {
    name: 'a refund that is heard of before its capture is lost',
    patches: [
      {
        file: payments('ledger/record-payment'),
        from: '    const next = await nextState({ ...deps, db: transaction }, order, payment, known)\n',
        to: "    if (!known && payment.status === 'refunded') return { id: 0, status: 'refunded', disposition: 'none' }\n    const next = await nextState({ ...deps, db: transaction }, order, payment, known)\n",
      },
    ],
  },
  {
    name: 'money that does not match is passed over',
    patches: [
      {
        file: payments('ledger/write-payment'),
        from: "return { status, refundedPaise, disposition: 'quarantined' }",
        to: "return { status, refundedPaise, disposition: 'none' }",
      },
    ],
  },
  {
    name: 'a file is put in its place after the answer, and not written through',
    patches: [
      {
        file: 'server/src/platform/files/driver.ts',
        from: '      await rename(temporaryPath, kept)\n      await writeThrough(kept)\n      await writeThrough(folder)\n',
        to: '      setTimeout(() => void rename(temporaryPath, kept).catch(() => {}), 50)\n',
      },
    ],
  },
  {
    name: 'a commit does not wait for the disk',
    patches: [
      {
        file: 'server/src/platform/db/pool.ts',
        from: 'const PLANNING = { ',
        to: "const PLANNING = { synchronous_commit: 'off', ",
      },
    ],
  },
  {
    name: 'the reconciler takes orders without locking them',
    patches: [
      {
        file: payments('reconcile/take-due'),
        from: '\n      for update skip locked)',
        to: ')',
      },
    ],
  },
  {
    name: 'a mail server that is away fails the mail',
    patches: [
      {
        file: 'server/src/platform/mail/deliver-mail.ts',
        from: '  if (mail.isOld) return fail(',
        to: "  if (result.kind === 'unreachable') return fail(",
      },
    ],
  },
  {
    name: 'payments wait in the queue of the mails',
    patches: [
      {
        file: 'server/src/platform/jobs/enqueue.ts',
        from: "'apply-payment-event': { queue: 'money'",
        to: "'apply-payment-event': { queue: 'mail'",
      },
    ],
  },
  {
    name: 'the same status again is another mail',
    patches: [
      {
        file: 'server/src/complaints/change-status.ts',
        from: 'if (!complaint || complaint.status === status) return',
        to: 'if (!complaint) return',
      },
    ],
  },
  {
    name: 'each attempt has a Message-ID of its own',
    patches: [
      {
        file: 'server/src/platform/mail/deliver-mail.ts',
        from: 'await send({ to, messageId, subject',
        to: "await send({ to, messageId: messageId.replace('<', '<' + Math.random()), subject",
      },
    ],
  },
  {
    name: 'a cheque counts before the bank has paid it',
    patches: [
      {
        file: desk('take-desk-payment'),
        from: "status: isCheque ? 'created' : 'captured'",
        to: "status: 'captured'",
      },
    ],
  },
  {
    name: 'the same cheque may be taken twice',
    sql: 'drop index desk_payments_reference',
    patches: [
      {
        file: desk('take-desk-payment'),
        from: '  if (!first) return\n',
        to: '  if (first || !first) return\n',
      },
    ],
  },
  {
    name: 'two decisions about a cheque are not kept apart',
    patches: [
      {
        file: desk('change-desk-payment'),
        from: "  if (row.state !== 'pending') throw notPending(row.state)\n",
        to: '',
      },
    ],
  },
  {
    name: 'a void reaches the desk and not the ledger',
    patches: [
      {
        file: desk('change-desk-payment'),
        from: "const status = row.state === 'pending' ? 'failed' : 'refunded'",
        to: "const status = row.state === 'pending' ? 'failed' : 'captured'",
      },
    ],
  },
  {
    name: 'a refund through the provider has no receipt of its own',
    sql: 'drop trigger add_missing_refund_receipt on payments',
    patches: [
      {
        file: payments('ledger/record-payment'),
        from: "const returned = change === 'refunded' ? await",
        to: "const returned = change === 'refunded' && source === 'desk' ? await",
      },
    ],
  },
  {
    name: 'a link pays what the desk has taken meanwhile',
    patches: [
      {
        file: payments('links/pay-by-link'),
        from: "  if (state === 'paid') throw conflict('pay_link_paid')\n",
        to: '',
      },
    ],
  },
  {
    name: 'surplus money stays',
    shownBy: { stage: 'S', scenario: 0 },
    patches: [
      {
        file: payments('refunds/return-by-itself'),
        from: 'and return_at <= now() and',
        to: "and return_at <= now() - interval '60 days' and",
      },
    ],
  },
  {
    name: 'money that an admin has kept goes back',
    shownBy: { stage: 'S', scenario: 1 },
    patches: [
      {
        file: payments('refunds/return-by-itself'),
        from: "payments.status = 'captured' and payments.settled_at is null and",
        to: "payments.status = 'captured' and",
      },
    ],
  },
  {
    name: 'money from abroad is taken, whatever the settings say',
    shownBy: { stage: 'S', scenario: 3 },
    patches: [
      {
        file: payments('ledger/write-payment'),
        from: 'isInternational === true && !foundation()',
        to: 'isInternational === true && foundation()',
      },
    ],
  },
  {
    name: 'a refund counts on the day of its payment',
    shownBy: { stage: 'Y', scenario: 3 },
    patches: [
      {
        file: payments('books/movements'),
        from: 'select journal.at, 0, after - before',
        to: 'select payments.created_at, 0, after - before',
      },
    ],
  },
  {
    name: 'a cheque moves money on the day on which it was taken',
    shownBy: { stage: 'Y', scenario: 2 },
    patches: [
      {
        file: payments('books/movements'),
        from: 'select payments.created_at as at,',
        to: 'select coalesce(desk_payments.taken_at, payments.created_at) as at,',
      },
    ],
  },
  {
    name: 'late news changes the sums of closed books',
    shownBy: { stage: 'Y', scenario: 1 },
    patches: [
      {
        file: payments('books/movements'),
        from: 'and journal.id > locked_years.last_journal_id',
        to: 'and journal.id < 0',
      },
    ],
  },
  {
    name: 'closing does not wait for what is being recorded',
    shownBy: { stage: 'Y', scenario: 0 },
    patches: [{ file: payments('ledger/write-payment'), from: '  await keepYearsOpen(db)\n', to: '' }],
  },
  {
    name: 'a late receipt is numbered in the closed year',
    shownBy: { stage: 'Y', scenario: 1 },
    patches: [
      {
        file: payments('books/book-years'),
        from: 'return locked ? financialYearOf(today()) : year',
        to: 'return locked ? year : year',
      },
    ],
  },
  {
    name: 'a corrected receipt forgets the name of the first one',
    shownBy: { stage: 'Y', scenario: 4 },
    patches: [
      {
        file: payments('receipts/receipt-numbers'),
        from: 'first_paid_by: sql`coalesce(first_paid_by, paid_by)`',
        to: 'first_paid_by: sql`paid_by`',
      },
    ],
  },
  {
    name: 'a correction does not reach the receipt',
    shownBy: { stage: 'Y', scenario: 4 },
    patches: [
      {
        file: 'server/src/people/privacy/correct-record.ts',
        from: '    if (name) {\n      await reissueReceipt(',
        to: '    if (name) {\n      if (stored.isErased) await reissueReceipt(',
      },
    ],
  },
  {
    name: 'of two corrections of one version both are taken',
    shownBy: { stage: 'Y', scenario: 4 },
    patches: [
      {
        file: 'server/src/people/privacy/correct-record.ts',
        from: 'if (current.version !== version) throw',
        to: 'if (current.version < version) throw',
      },
    ],
  },
  {
    name: 'a notice is lost while the push service is away',
    shownBy: { stage: 'M' },
    patches: [
      {
        file: 'server/src/people/push/deliver-notice.ts',
        from: "  if (notice.isOld) return update(db, ids, { state: 'failed', ...emptied })\n",
        to: "  if (!notice.isOld) return update(db, ids, { state: 'failed', ...emptied })\n",
      },
    ],
  },
  {
    name: 'each attempt of a notice is another one on the device',
    shownBy: { stage: 'M' },
    patches: [
      {
        file: 'server/src/people/push/deliver-notice.ts',
        from: 'tag: `notice-',
        to: 'tag: Math.random() + `notice-',
      },
    ],
  },
]
