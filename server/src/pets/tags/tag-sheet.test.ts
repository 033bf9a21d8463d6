import { tagCalls } from '@petsetu/contract/pets/tags.ts'
import { expect, test } from 'vitest'
import { aBlankTag, anAdmin } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { readPdf } from '../../../test/read-pdf.ts'

const app = await testApp()
const admin = await anAdmin(app.db)
const petId = await aBlankTag(app.db)

async function sheetIn(language: string) {
  const headers = { authorization: `Bearer ${admin.token}`, 'accept-language': language }
  const reply = await app.fetch(`${tagCalls.sheet.path}?petIds=${petId}`, { headers })
  return readPdf(await reply.bytes())
}

test.each([
  ['en', 'PetSetu tags', 'Scan the QR code to reach the owner.'],
  ['hi', 'PetSetu टैग', 'मालिक से संपर्क करने के लिए QR कोड स्कैन करें।'],
  ['mr', 'PetSetu टॅग', 'मालकाशी संपर्क साधण्यासाठी QR कोड स्कॅन करा.'],
])(
  // LNG-8
  'in %s, the sheet of tags has its title and its instructions in that language',
  async (language, title, text) => {
    const sheet = await sheetIn(language)
    expect(sheet).toMatchObject({ title, language, pages: 1, readAloud: [text] })
    const id = petId.replace(/.{4}(?=.)/g, '$&-')
    expect(sheet.pieces.filter(({ text }) => text === id)).toHaveLength(1)
    // Above the codes, whose first row begins 9 mm below the edge.
    const [instructions] = sheet.pieces
    expect(instructions?.baseline).toBeGreaterThan(((297 - 9) * 72) / 25.4)
  },
)
