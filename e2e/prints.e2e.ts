import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { aPhoto } from '../server/test/a-photo.ts'
import { readPdf } from '../server/test/read-pdf.ts'
import { addPhoto } from './helpers/add-photo.ts'
import { drawPdf, openPdfCanvas } from './helpers/draw-pdf.ts'
import { addPet, expect, type Site, signUp, test } from './helpers/fixtures.ts'
import { readQr } from './helpers/read-qr.ts'

// As a phone's camera sees a sheet of paper from a step away.
const PIXELS_AN_INCH = 150

test.use({ viewport: { width: 1280, height: 1800 } })

const PRINTS = [
  ['poster', 210, 297],
  ['card', 85.6, 53.98],
] as const

for (const [name, width, height] of PRINTS) {
  // FND-5
  test(`the code of the ${name} is read at print size and leads to the pet’s page`, async ({ page, site }) => {
    const { pet, token } = await aLostPet(site)
    await openPdfCanvas(page)
    const canvas = page.locator('canvas')
    for (const language of LANGUAGES) {
      await test.step(`in ${language}`, async () => {
        const pdf = await printOf(site, { name, petId: pet.petId, token, language })
        await drawPdf(page, pdf, { scale: PIXELS_AN_INCH / 72 })
        const box = await canvas.boundingBox()
        expect((box?.width ?? 0) / PIXELS_AN_INCH).toBeCloseTo(width / 25.4, 1)
        expect((box?.height ?? 0) / PIXELS_AN_INCH).toBeCloseTo(height / 25.4, 1)
        expect(await readQr(canvas)).toBe(`${site.url}/pet-detail/${pet.petId}`)
        expect((await readPdf(pdf)).pages).toBe(1)
      })
    }
  })
}

async function aLostPet(site: Site) {
  const { token } = await signUp(site)
  const pet = await addPet(site, token)
  await addPhoto(site, token, pet.id, await aPhoto({ width: 900, height: 700 }))
  const lost = { since: '2026-01-31', area: 'Kothrud, Pune', note: 'Red collar', reward: 2000, listed: false }
  await site.call('PUT', `/pets/${pet.petId}/lost`, lost, token)
  return { pet, token }
}

type Print = { name: string; petId: string; token: string; language: string }

async function printOf(site: Site, { name, petId, token, language }: Print): Promise<Buffer> {
  const headers = { authorization: `Bearer ${token}`, cookie: `lang=${language}` }
  return Buffer.from(await (await fetch(`${site.url}/pets/${petId}/${name}.pdf`, { headers })).arrayBuffer())
}
