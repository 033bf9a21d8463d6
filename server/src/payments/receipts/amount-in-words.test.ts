import { expect, test } from 'vitest'
import { amountInWords } from './amount-in-words.ts'

test.each([
  [1, 'One Rupee Only', 'एक रुपया मात्र', 'एक रुपया फक्त'],
  [0.5, 'Fifty Paise Only', 'पचास पैसे मात्र', 'पन्नास पैसे फक्त'],
  [100, 'One Hundred Rupees Only', 'एक सौ रुपये मात्र', 'शंभर रुपये फक्त'],
  [1_100, 'One Thousand One Hundred Rupees Only', 'एक हज़ार एक सौ रुपये मात्र', 'एक हजार शंभर रुपये फक्त'],
  [
    150.01,
    'One Hundred Fifty Rupees And One Paisa Only',
    'एक सौ पचास रुपये और एक पैसा मात्र',
    'एकशे पन्नास रुपये आणि एक पैसा फक्त',
  ],
  [1_00_000.5, 'One Lakh Rupees And Fifty Paise Only', 'एक लाख रुपये और पचास पैसे मात्र', 'एक लाख रुपये आणि पन्नास पैसे फक्त'],
  [10_00_00_000, 'Ten Crore Rupees Only', 'दस करोड़ रुपये मात्र', 'दहा कोटी रुपये फक्त'],
  // RCP-1
])('%d rupees in words, in three languages', (rupees, english, hindi, marathi) => {
  expect(amountInWords(rupees, 'en')).toBe(english)
  expect(amountInWords(rupees, 'hi')).toBe(hindi.normalize('NFC'))
  expect(amountInWords(rupees, 'mr')).toBe(marathi)
})

// RCP-1
test('every amount with paise up to ₹1,000 is said in words', () => {
  for (let paise = 1; paise <= 1_00_000; paise += 37)
    for (const language of ['en', 'hi', 'mr'] as const)
      expect(amountInWords(paise / 100, language)).toMatch(/^(?:\p{L}|\p{M}|\u200d| )+ (Only|मात्र|फक्त)$/u)
})
