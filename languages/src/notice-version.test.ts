import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readTexts } from './catalogues.ts'
import { LANGUAGES } from './languages.ts'
import { NOTICE_VERSION } from './notice-version.ts'
import { noticesIn } from './notices.ts'

// Hashes of each version that was ever shown. A new version is added, an old one never changed.
const HASHES: Record<string, string> = {
  '2026-11-21': 'eghZwcsLiZsdUcx7b9kug9QXyFC1rJv4L3C9W7bmmxE',
  '2026-11-21.2': 'ZmyPC6RInvFSycFFtV_wJ0LsxP977nK3b1JNWtP4dao',
  '2026-11-23': 'NJAFuuBCqP0YW0rXFDEoT0MQhla2IDYq5NpR4BaLIYY',
  '2026-11-23.2': 'C1r1Ww6-vSWicbJ-f4BofpHmCMTRHvmpz45Qmt1Ueao',
  '2026-11-29': 'anyuv34ekJNQF7wDqgbPaY_RhF_A9HOH6c6WOXmy_Yo',
}

// PRV-3, TRU-5
test('the texts of the notices do not change without a new version', () => {
  const texts = LANGUAGES.map(noticesIn)
  for (const { purpose, text } of texts.flat()) expect(text, purpose).toMatch(/.{20}/)
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('base64url')
  expect(HASHES[NOTICE_VERSION], 'Give changed notices a new version, with its hash here').toBe(hash)
})

// TRU-5, TRU-7
test('no text says again what was found to be untrue', () => {
  const untrue = [
    /only our admins see (it|them)/i,
    /follows the digital personal data/i,
    /every rupee/i,
    /only the owner sees it(?!, and we if the conversation is reported)/i,
    /within 90 days/i,
    /the law gives us/i,
    /stay, but without your name/i,
    // The address and the source of the money of a donation stay, too.
    /payer, amount and PAN stay/i,
    /(?<!telling the police something that one )knows? to be false can be an offence/i,
    /there is one cookie/i,
    // The Board takes none before 13 May 2027.
    /complain[^.]* to the Data Protection Board(?! of India, once it takes complaints)/i,
    /only an admin who writes down/i,
    // Links to a complaint, a receipt or a payment work again.
    /link in an email works once/i,
    // A complaint that waits for a connection stays.
    /deleted when you log out(?!, except a complaint)/i,
    // An order is asked about ten minutes after it was opened.
    /match[^.]* within a few minutes/i,
  ]
  for (const [id, text] of Object.entries(readTexts('en')))
    for (const pattern of untrue) expect(text, id).not.toMatch(pattern)
})

// TRU-5
test('who withholds a name reads that Razorpay, the police or a court may learn it', () => {
  const hint = readTexts('en')['complaintForm.withholdNameHint']
  expect(hint).toContain('Razorpay knows who pays, and the police or a court can ask us.')
})
