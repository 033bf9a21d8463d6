import type { Site } from '@petsetu/contract/site/site.ts'
import { memberNumber } from '@petsetu/contract/supporters/member-number.ts'
import { type MemberCard, membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { createI18n } from '@petsetu/languages/translator.ts'
import type { ReactNode } from 'react'
import type { LoadCatalogue } from '../../platform/languages/load-catalogue.ts'
import { pageLanguage } from '../../platform/languages/page-language.ts'
import { TextProvider, useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { requestData } from '../../platform/lib/request-data.ts'
import { CardSheet } from './card-sheet.tsx'

/** The card as it is shown and printed. */
export function OwnCard({ card, site }: { card: MemberCard; site: Site }) {
  const text = useText()
  const language = useLanguage()
  return (
    <CardSheet
      {...card}
      site={site}
      status={card.is_valid ? 'active' : 'expired'}
      facts={[
        { label: text('memberCard.number'), value: memberNumber(card) },
        { label: text('memberCard.validUntil'), value: formatLongDay(card.valid_until, language) },
      ]}
    />
  )
}

// Written out, because the build makes a file of each import.
const CARD_CATALOGUES: Record<Language, LoadCatalogue> = {
  en: () => import('catalogue:en/memberCard'),
  hi: () => import('catalogue:hi/memberCard'),
  mr: () => import('catalogue:mr/memberCard'),
}

/** Reads the card of a membership, for a page that came without its words. Null where another membership is the valid one. */
export async function readCardOf(membershipId: number, site: Site): Promise<ReactNode> {
  const language = pageLanguage()
  const [card, { default: catalogue }] = await Promise.all([
    requestData(membershipCalls.card, {}),
    CARD_CATALOGUES[language](),
  ])
  if (card?.number !== membershipId) return null
  return (
    <TextProvider i18n={createI18n(language, catalogue)}>
      <OwnCard card={card} site={site} />
    </TextProvider>
  )
}
