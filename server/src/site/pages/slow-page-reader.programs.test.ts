import net from 'node:net'
import { expect, test } from 'vitest'
import { aPet, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { plainRequest } from '../../../test/plain-request.ts'

const app = await testApp()
const owner = await aUser(app.db)
const names = ['Moti', 'Sheru', 'Chikki', 'Tiger', 'Rani']
const pets = await Promise.all(names.map((petName) => aPet(app.db, owner, { petName })))
const addresses = pets.map(({ petId }) => `/pet-detail/${petId}`)

// More than the socket buffers hold.
const PAGES = 600

// PET-13, PET-15
test('a slow reader gets the requested pet, whatever others request meanwhile', async () => {
  const { hostname, port } = new URL(app.url)
  const slow = net.connect(Number(port), hostname).setEncoding('utf8').pause()
  const asked = Array.from({ length: PAGES }, (_, page) => page % pets.length)
  slow.write(asked.map((pet) => `GET ${addresses[pet]} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''))

  for (let round = 0; round < 30; round++) {
    const pages = await Promise.all(addresses.map((path) => plainRequest(app.url, { path })))
    pages.forEach(({ text }, pet) => {
      expect(text).toContain(`<h1>${names[pet]}</h1>`)
    })
  }

  let answers = ''
  slow.on('data', (chunk) => {
    answers += chunk
  })
  slow.resume()
  const shown = () => [...answers.matchAll(/<h1>(\w+)<\/h1>/g)].map(([, name]) => name)
  await expect.poll(() => shown().length, { timeout: 50_000 }).toBe(PAGES)
  expect(shown()).toEqual(asked.map((pet) => names[pet]))
  slow.destroy()
}, 60_000)
