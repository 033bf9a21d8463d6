import type { PayView } from '@petsetu/contract/site/public-pages.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'

const TITLES: Record<PayView['kind'], PlainId> = {
  open: 'pay.title',
  paid: 'pay.paidTitle',
  waiting: 'pay.waitingTitle',
  revoked: 'pay.revokedTitle',
  expired: 'pay.expiredTitle',
  over: 'pay.overTitle',
  unknown: 'pay.unknownTitle',
  failed: 'pay.failedTitle',
}

/** The heading of the page, which is its title, too. It names nobody and nothing, because titles end up in histories. */
export function payTitle({ kind }: PayView, text: Translate): string {
  return text(TITLES[kind])
}
