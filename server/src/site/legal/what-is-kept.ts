import type { LegalBlock } from '@petsetu/contract/site/public-pages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import {
  ENDS,
  GROUNDS,
  type KeepingSettings,
  PERSONAL_ROWS,
  READERS,
} from '../../people/privacy/registry/personal-rows.ts'

/** The list of personal data, with the days from the code that deletes and the years of the settings. */
export function whatIsKept(text: Translate, settings: KeepingSettings): Extract<LegalBlock, { kind: 'table' }> {
  return {
    kind: 'table',
    caption: text('legalPrivacy.keep'),
    head: [
      text('legalPrivacy.what'),
      text('legalPrivacy.why'),
      text('legalPrivacy.ground'),
      text('legalPrivacy.seenBy'),
      text('legalPrivacy.howLong'),
      text('legalPrivacy.end'),
    ],
    rows: Object.values(PERSONAL_ROWS).map(({ what, why, howLong, ground, seenBy, end }) => [
      text(what),
      text(why),
      text(GROUNDS[ground]),
      text(READERS[seenBy]),
      howLong(text, settings),
      text(ENDS[end]),
    ]),
  }
}
