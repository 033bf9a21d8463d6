import { chown, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../server/test/free-port.ts'
import { buildImage, type Image, installBuilder, startIn } from './image.ts'

const MS_MAX = 1_500_000
const START_MS_MAX = 60_000
const MIB = 1024 * 1024
const MIB_ABOVE_BASE_MAX = 350
const USER_ID = 1000
const RELEASES = path.join(import.meta.dirname, '../../server/test/releases')
const SETTINGS = {
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://pets.example.org',
  ADMIN_PASSWORD: 'only-for-images-1',
  RAZORPAY_KEY_ID: 'rzp_test_image',
  RAZORPAY_KEY_SECRET: 'only-for-images',
  RAZORPAY_WEBHOOK_SECRET: 'only-for-images',
  RAZORPAY_API_URL: 'http://127.0.0.1:9',
}

let folder: string
let image: Image

beforeAll(async () => {
  await installBuilder()
  folder = await mkdtemp(path.join(tmpdir(), 'petsetu-image-'))
  image = await buildImage(folder)
}, MS_MAX)

afterAll(async () => {
  await image?.unmount()
  await rm(folder, { recursive: true, force: true })
}, MS_MAX)

async function dataFolder(name: string): Promise<string> {
  const data = path.join(folder, name)
  await mkdir(data, { mode: 0o700 })
  await chown(data, USER_ID, USER_ID)
  return data
}

/** Starts the program on this data and waits until it answers. */
async function serve(data: string) {
  const port = String(await freePort())
  const program = startIn(image, data, { env: { ...SETTINGS, PORT: port } })
  const url = `http://127.0.0.1:${port}`
  const answer = () =>
    fetch(url).then(
      ({ status }) => status,
      () => program.output(),
    )
  await expect.poll(answer, { timeout: START_MS_MAX }).toBe(200)
  return { ...program, url }
}

// CLU-4
test('the image is small, and what it runs is not root', () => {
  expect(image.config.User).toBe('node')
  expect(image.bytesAboveBase / MIB).toBeLessThan(MIB_ABOVE_BASE_MAX)
})

// CLU-4
test(
  'the image serves from a read-only file system, stops, and serves its data again',
  async () => {
    const data = await dataFolder('new')
    const first = await serve(data)
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
    expect(await first.stop()).toBe(0)
    const written = await readdir(data)
    const second = await serve(data)
    expect(second.output()).not.toContain('First admin')
    expect(await second.stop()).toBe(0)
    expect((await readdir(data)).sort()).toEqual(written.sort())
  },
  MS_MAX,
)

// CLU-3, CLU-4
test(
  'the image restores a back-up of the release before and upgrades it',
  async () => {
    const data = await dataFolder('upgraded')
    const release = (await readdir(RELEASES)).sort().at(-1) ?? ''
    const pets = await readFile(path.join(RELEASES, release, 'tables/pets.jsonl'), 'utf8')
    const { pet_id, pet_name } = JSON.parse(pets.split('\n')[0] ?? '') as { pet_id: string; pet_name: string }
    const [node = '', ...options] = image.config.Cmd.slice(0, -1)
    const from = `/opt/petsetu/server/test/releases/${release}`
    const run = async (...args: string[]) => {
      const { ended, output } = startIn(image, data, { env: SETTINGS, command: [node, ...options, ...args] })
      expect(await ended, output()).toBe(0)
    }
    await run('scripts/restore.ts', '--from', from, '--despite-age')
    // The release's data are the demo's, whose open accounts no production serves.
    await run('scripts/forget-sandbox.ts', '--yes')
    const program = await serve(data)
    const page = await fetch(`${program.url}/pet-detail/${pet_id}`, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain(pet_name)
    expect(await program.stop()).toBe(0)
  },
  MS_MAX,
)
