import type { StageName } from '../task.ts'

/** One text of the product's source replaced by another; the first must be there exactly once. */
export type Patch = { file: string; from: string; to: string }

/** A bug that a developer could introduce, planted only inside the harness. */
export type Bug = {
  name: string
  patches?: Patch[]
  /** Run on the harness's own database. */
  sql?: string
  /** The runs that show it soon: a stage, one of its scenarios, and in stage B the kinds of faults. */
  shownBy: { stage: StageName; scenario?: number; kinds?: string[] }
}

const desk = (file: string) => `server/src/payments/desk/${file}.ts`
const restoring = 'server/src/site/backup/restore.ts'
const payments = (file: string) => `server/src/payments/${file}.ts`

/** Sixty bugs, each of which breaks an invariant. */
export const BUGS: Bug[] = [
  {
    name: 'a payment can be stored twice',
    shownBy: { stage: 'E' },
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
    shownBy: { stage: 'E' },
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
    shownBy: { stage: 'A', scenario: 4 },
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
    shownBy: { stage: 'B', kinds: ['client: foreign subject'] },
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
        from: 'const isNews = !known || paymentStatuses[known.status].rank < paymentStatuses[payment.status].rank',
        to: `const rankOf = (status: State['status']) => (status === 'failed' ? 5 : paymentStatuses[status].rank)
  const isNews = !known || rankOf(known.status) < rankOf(payment.status)`,
      },
    ],
  },
  {
    name: 'a payment may go back from captured',
    shownBy: { stage: 'B', kinds: ['provider: stale answer', 'webhook: refund before capture'] },
    patches: [
      {
        file: payments('ledger/write-payment'),
        from: 'const isNews = !known || paymentStatuses[known.status].rank < paymentStatuses[payment.status].rank',
        to: 'const isNews = !known || paymentStatuses[known.status].rank <= paymentStatuses[payment.status].rank + 2',
      },
    ],
  },
  {
    name: 'every try has a receipt of its own',
    shownBy: { stage: 'B', kinds: ['provider: answer to the order lost'] },
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
    shownBy: { stage: 'B', kinds: ['provider: answer to the order lost'] },
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
    shownBy: { stage: 'E' },
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
    shownBy: { stage: 'R', scenario: 0 },
    patches: [
      {
        file: 'server/src/supporters/memberships/membership-purpose.ts',
        from: 'membershipPeriod(paidOn, runningUntil, membership.duration_months)',
        to: 'membershipPeriod(paidOn, runningUntil, 2 * membership.duration_months)',
      },
    ],
  },
  {
    name: 'a cheque counts on the day on which it was taken',
    shownBy: { stage: 'Y', scenario: 2 },
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
    shownBy: { stage: 'R', scenario: 3 },
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
    shownBy: { stage: 'R', scenario: 0 },
    patches: [
      {
        file: payments('ledger/payment-queries'),
        from: "now() - interval '1 day')`",
        to: "now() + interval '1 day')`",
      },
    ],
  },
  {
    name: 'a renewal without an account loses the days that are left',
    shownBy: { stage: 'R', scenario: 4 },
    patches: [
      {
        file: 'server/src/supporters/memberships/membership-period.ts',
        from: '(lower(normalize(email, NFKC)) = any',
        to: '(false and lower(normalize(email, NFKC)) = any',
      },
    ],
  },
  {
    name: 'whoever pays in a session that has ended is nobody',
    shownBy: { stage: 'R', scenario: 4 },
    patches: [
      {
        file: 'server/src/platform/http/routing/route-registrar.ts',
        from: 'hasBearerScheme(headers.authorization) && !ignoresDeadToken',
        to: "hasBearerScheme(headers.authorization) && !ignoresDeadToken && access !== 'anyone'",
      },
    ],
  },
  {
    name: 'a refund that failed is asked for whole, though a part went back',
    shownBy: { stage: 'S', scenario: 4 },
    patches: [
      {
        file: payments('refunds/refund-queries'),
        from: 'Math.min(payment.refundedPaise, returnedPaise ?? payment.refundedPaise)',
        to: '(hasFailed ? 0 : payment.refundedPaise)',
      },
    ],
  },
  {
    name: 'a refund that failed before it counted is in no list of work',
    shownBy: { stage: 'S', scenario: 5 },
    patches: [
      {
        file: 'server/src/office/reports/payment-conditions.ts',
        from: "where refunds.status = 'failed'",
        to: "where refunds.status = 'lost'",
      },
    ],
  },
  {
    name: 'a refund leaves a hole before the next membership',
    shownBy: { stage: 'R', scenario: 2 },
    patches: [
      {
        file: 'server/src/supporters/memberships/membership-period.ts',
        from: '  if (ended.expiry_date === null) return []',
        to: "  if (ended.expiry_date !== '') return []",
      },
    ],
  },
  {
    name: 'a refund reaches nobody',
    shownBy: { stage: 'Y', scenario: 3 },
    patches: [
      {
        file: payments('ledger/record-payment'),
        from: "known?.status !== 'refunded') return 'refunded'",
        to: "known?.status !== 'refunded') return null",
      },
    ],
  },
  {
    name: 'a donation whose money went back stays paid',
    shownBy: { stage: 'Y', scenario: 3 },
    patches: [
      {
        file: 'server/src/supporters/donations/donation-purpose.ts',
        from: "set({ status: 'refunded' })",
        to: "set({ status: 'paid' })",
      },
    ],
  },
  {
    name: 'a refund that is heard of before its capture is lost',
    shownBy: { stage: 'B', kinds: ['webhook: refund before capture'] },
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
    shownBy: { stage: 'B', kinds: ['ours: payment of another amount'] },
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
    shownBy: { stage: 'P' },
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
    shownBy: { stage: 'P' },
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
    shownBy: { stage: 'E' },
    patches: [
      {
        file: payments('orders/order-queries'),
        from: '\n      for update skip locked)',
        to: ')',
      },
    ],
  },
  {
    name: 'a mail server that is away fails the mail',
    shownBy: { stage: 'M' },
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
    shownBy: { stage: 'A', scenario: 4 },
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
    shownBy: { stage: 'M' },
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
    shownBy: { stage: 'M' },
    patches: [
      {
        file: 'server/src/platform/mail/deliver-mail.ts',
        from: 'await send({ to, replyTo, messageId, subject',
        to: "await send({ to, replyTo, messageId: messageId.replace('<', '<' + Math.random()), subject",
      },
    ],
  },
  {
    name: 'a cheque counts before the bank has paid it',
    shownBy: { stage: 'Y', scenario: 2 },
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
    shownBy: { stage: 'K', scenario: 14 },
    sql: 'drop index desk_payments_once',
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
    shownBy: { stage: 'K', scenario: 19 },
    patches: [
      {
        file: desk('change-desk-payment'),
        from: "  if (row.state !== 'pending') throw already(row.state)\n",
        to: '',
      },
    ],
  },
  {
    name: 'a void reaches the desk and not the ledger',
    shownBy: { stage: 'R', scenario: 2 },
    patches: [
      {
        file: desk('change-desk-payment'),
        from: "const status = row.state === 'pending' ? 'failed' : 'refunded'",
        to: "const status = row.state === 'pending' ? 'failed' : 'captured'",
      },
    ],
  },
  {
    name: 'an admin who has cash can be deleted',
    shownBy: { stage: 'K', scenario: 9 },
    patches: [
      {
        file: 'server/src/people/users/user-queries.ts',
        from: '    await requireDeletable(transaction)\n',
        to: '',
      },
    ],
  },
  {
    name: 'cash in hand is looked for before the account is locked',
    shownBy: { stage: 'K', scenario: 4 },
    patches: [
      {
        file: 'server/src/people/users/user-queries.ts',
        from: '    const admins = await lockAdmins(transaction)\n',
        to: '    await requireDeletable(transaction)\n    const admins = await lockAdmins(transaction)\n',
      },
      {
        file: 'server/src/people/users/user-queries.ts',
        from: 'account was taking.\n    await requireDeletable(transaction)\n',
        to: 'account was taking.\n',
      },
    ],
  },
  {
    name: 'a refund through the provider has no receipt of its own',
    shownBy: { stage: 'Y', scenario: 3 },
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
    shownBy: { stage: 'L', scenario: 2 },
    patches: [
      {
        file: payments('links/pay-by-link'),
        from: "  if (state === 'paid') throw conflict('pay_link_paid')\n",
        to: '',
      },
    ],
  },
  {
    name: 'an unpaid complaint cannot be paid once its tab is closed',
    shownBy: { stage: 'L', scenario: 4 },
    patches: [
      {
        file: 'server/src/complaints/unpaid-complaint.ts',
        // Complaints older than a day are not looked at.
        from: 'make_interval(mins => ',
        to: 'make_interval(days => ',
      },
    ],
  },
  {
    name: 'surplus money stays',
    shownBy: { stage: 'S', scenario: 0 },
    patches: [
      {
        file: payments('refunds/refund-queries'),
        from: 'and payments.return_at <= now()`',
        to: "and payments.return_at <= now() - interval '60 days'`",
      },
    ],
  },
  {
    name: 'money that an admin has kept goes back',
    shownBy: { stage: 'S', scenario: 1 },
    patches: [
      {
        file: payments('refunds/refund-queries'),
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
    name: 'money that was returned otherwise stays in the books',
    shownBy: { stage: 'Y', scenario: 5 },
    patches: [
      {
        file: payments('books/movements'),
        from: "is not distinct from 'returned'",
        to: "is not distinct from 'sent back'",
      },
    ],
  },
  {
    name: 'a cheque moves money on the day on which it was taken',
    shownBy: { stage: 'Y', scenario: 2 },
    patches: [
      {
        file: payments('books/movements'),
        from: 'else payments.created_at end as at,',
        to: 'else coalesce(desk_payments.taken_at, payments.created_at) end as at,',
      },
    ],
  },
  {
    name: 'late news changes the sums of closed books',
    shownBy: { stage: 'Y', scenario: 1 },
    patches: [
      {
        file: payments('books/movements'),
        from: 'on journal.id > closed.last_journal_id',
        to: 'on journal.id < 0',
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
        from: '    if (name || changes.some(isFirstOrNoPan)) {\n      await reissueReceipt(',
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
        from: 'if (current.version !== version) {',
        to: 'if (current.version < version) {',
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
  {
    name: 'a restore gives out the numbers of receipts again',
    shownBy: { stage: 'T' },
    patches: [{ file: restoring, from: 'of_year) - 1 + ', to: 'of_year) - 1 + 0 * ' }],
  },
  {
    name: 'a restore gives out the numbers of complaints and payments again',
    shownBy: { stage: 'T' },
    patches: [
      {
        file: restoring,
        from: 'nextval(sequence) + ',
        to: 'nextval(sequence) + 0 * ',
      },
    ],
  },
  {
    name: 'mails that waited wait for ever after a restore',
    shownBy: { stage: 'T' },
    patches: [{ file: restoring, from: '  await holdWaitingMails(db)\n', to: '' }],
  },
  {
    name: 'imports under way stay so after a restore',
    shownBy: { stage: 'T' },
    patches: [{ file: restoring, from: '  await resumeImports(db)\n', to: '' }],
  },
]
