import { REOPEN_DAYS } from '@petsetu/contract/complaints/complaint-facts.ts'
import { readTexts } from '@petsetu/languages/catalogues.ts'
import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { expect, test } from 'vitest'
import { PAY_LINK_DAYS } from '../src/payments/pay-links.ts'
import { DAYS_KEPT } from '../src/people/privacy/erasing/forget-old.ts'
import { CONFIRM_DAYS, RESET_MINUTES, UNDO_DAYS } from '../src/people/users/one-time-links.ts'
import { FOUND_DAYS_KEPT } from '../src/pets/found/found-privacy.ts'

const WRITTEN: Record<string, number[]> = {
  'errors.case_closed_too_long': [REOPEN_DAYS],
  'follow.reopenHint': [REOPEN_DAYS],
  'notice.found': [FOUND_DAYS_KEPT.afterClosing],
  'conversation.isClosed': [FOUND_DAYS_KEPT.afterClosing],
  'payLinks.hint': [PAY_LINK_DAYS],
  'pay.expired': [PAY_LINK_DAYS],
  'mailList.textDeleted': [DAYS_KEPT.mailTexts],
  'legalPrivacy.linksHowLong': [RESET_MINUTES, CONFIRM_DAYS],
}

// TRU-5
test('texts in each language name the days that the program keeps to', () => {
  // One number stands for both.
  expect(UNDO_DAYS).toBe(CONFIRM_DAYS)
  for (const language of LANGUAGES) {
    const texts = readTexts(language)
    for (const [id, numbers] of Object.entries(WRITTEN))
      expect(texts[id]?.match(/\d+/g)?.map(Number), `${language} ${id}`).toEqual(numbers)
  }
})
