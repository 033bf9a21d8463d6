import { LANGUAGES } from '@petsetu/languages/languages.ts'
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
    for (const language of LANGUAGES)
      expect(amountInWords(paise / 100, language)).toMatch(/^(?:\p{L}|\p{M}|\u200d| )+ (Only|मात्र|फक्त)$/u)
})

// After the standard forms of the Central Hindi Directorate (1980).
const HINDI = `
  एक दो तीन चार पाँच छह सात आठ नौ दस
  ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस बीस
  इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस तीस
  इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस चालीस
  इकतालीस बयालीस तैंतालीस चवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास पचास
  इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ साठ
  इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर सत्तर
  इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उनासी अस्सी
  इक्यासी बयासी तिरासी चौरासी पचासी छियासी सतासी अठासी नवासी नब्बे
  इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे`

// After Marathi school books and lists of other receipts.
const MARATHI = `
  एक दोन तीन चार पाच सहा सात आठ नऊ दहा
  अकरा बारा तेरा चौदा पंधरा सोळा सतरा अठरा एकोणीस वीस
  एकवीस बावीस तेवीस चोवीस पंचवीस सव्वीस सत्तावीस अठ्ठावीस एकोणतीस तीस
  एकतीस बत्तीस तेहतीस चौतीस पस्तीस छत्तीस सदतीस अडतीस एकोणचाळीस चाळीस
  एक्केचाळीस बेचाळीस त्रेचाळीस चव्वेचाळीस पंचेचाळीस सेहेचाळीस सत्तेचाळीस अठ्ठेचाळीस एकोणपन्नास पन्नास
  एक्कावन्न बावन्न त्रेपन्न चोपन्न पंचावन्न छप्पन्न सत्तावन्न अठ्ठावन्न एकोणसाठ साठ
  एकसष्ट बासष्ट त्रेसष्ट चौसष्ट पासष्ट सहासष्ट सदुसष्ट अडुसष्ट एकोणसत्तर सत्तर
  एक्काहत्तर बाहत्तर त्र्याहत्तर चौऱ्याहत्तर पंच्याहत्तर शहात्तर सत्याहत्तर अठ्ठ्याहत्तर एकोणऐंशी ऐंशी
  एक्क्याऐंशी ब्याऐंशी त्र्याऐंशी चौऱ्याऐंशी पंच्याऐंशी शहाऐंशी सत्त्याऐंशी अठ्ठ्याऐंशी एकोणनव्वद नव्वद
  एक्क्याण्णव ब्याण्णव त्र्याण्णव चौऱ्याण्णव पंच्याण्णव शहाण्णव सत्त्याण्णव अठ्ठ्याण्णव नव्व्याण्णव`

test.each([
  ['hi', HINDI, 'रुपये मात्र'],
  ['mr', MARATHI, 'रुपये फक्त'],
  // RCP-1
] as const)('in %s each number up to 99 is spelt as people learn it', (language, list, rupees) => {
  const words = list.normalize('NFC').trim().split(/\s+/)
  expect(words).toHaveLength(99)
  const said = words.map((_, index) => amountInWords(1_001 + index, language).normalize('NFC'))
  const thousand = amountInWords(1_000, language).normalize('NFC').replace(` ${rupees}`, '')
  expect(said).toEqual(words.map((word) => `${thousand} ${word} ${rupees}`))
})
