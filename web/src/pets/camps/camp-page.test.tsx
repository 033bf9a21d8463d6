import { authCalls, type SessionUser } from '@petsetu/contract/people/auth.ts'
import type { CampKind } from '@petsetu/contract/pets/camps/camp-kinds.ts'
import { campCalls, type HelperCamp, type WorkReply } from '@petsetu/contract/pets/camps/camps.ts'
import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { FakeServer, NO_ANSWER, rejected } from '../../../test/fake-server.ts'
import { closePage, OWNER, openPage } from '../../../test/open-page.tsx'
import { setWindow } from '../../../test/set-window.ts'
import { pageText } from '../../platform/languages/page-text.ts'
import { enqueue } from './camp-store.ts'

const KALU = { tag: 'ABCDEFGHJKLM', name: 'Kalu', type: 'Dog', gender: 'male' } as const
const RANI = { tag: 'NPQRSTUVWXYZ', name: 'Rani', type: 'Dog', gender: 'female' } as const
const UNKNOWN = '23456789ABCD'

const CAMP: HelperCamp = {
  ...{ id: 7, name: 'Rabies day in Kothrud', day: '2026-01-31', ward: 'Kothrud', place: 'Near the market', works: 0 },
  kinds: [
    { kind: 'rabies', product: 'Raksharab', batch: 'RB-17', valid_until: '2027-01-30', vet: null },
    { kind: 'deworming', product: null, batch: null, valid_until: null, vet: null },
  ],
  animals: [
    { ...KALU, done: [] },
    { ...RANI, done: [] },
  ],
}
const HELPER: SessionUser = { ...OWNER, id: 981 }
const OTHER: SessionUser = { ...OWNER, id: 982, username: 'meera', accessToken: 'token-of-meera' }

const doneBy = (animal: WorkReply['animal'], by: string | null = HELPER.username): WorkReply => ({
  ...{ outcome: 'done', by, pet_id: 5, animal },
})

/** A server that knows what was done there. */
function campServer(): FakeServer {
  const done = new Map<string, CampKind[]>()
  const animals = () => CAMP.animals.map((animal) => ({ ...animal, done: done.get(animal.tag) ?? [] }))
  return new FakeServer()
    .on(campCalls.open, () => ({ ...CAMP, animals: animals() }))
    .on(campCalls.addWork, ({ body: { tag, kind } }) => {
      done.set(tag, [...(done.get(tag) ?? []), kind])
      return doneBy(tag === RANI.tag ? RANI : KALU)
    })
    .on(campCalls.undoWork, undefined)
    .on(campCalls.registerAnimal, ({ body: { key: _, at: __, ...animal } }) => doneBy(animal))
}

function goAway(server: FakeServer): void {
  for (const call of Object.values(campCalls)) server.on(call, NO_ANSWER)
}

const open = (server: FakeServer, as = HELPER) => openPage('/user/camps/7', { as, server })

/** The same phone, where the page is opened again. */
async function reopen(server: FakeServer, as = HELPER): Promise<void> {
  await closePage()
  await open(server, as)
}

const tagField = page.getByLabelText('Tag ID')
const rabies = page.getByRole('button', { name: /^Rabies vaccination/ })
const unsent = (count: number) => page.getByText(`${count} not sent`)
const allSent = page.getByText('All sent')
const loginPage = page.getByRole('heading', { name: 'Login', level: 1 })

async function vaccinate({ tag, name }: { tag: string; name: string }): Promise<void> {
  await tagField.fill(tag)
  await expect.element(page.getByRole('heading', { name })).toBeVisible()
  await rabies.click()
}

const comeBack = () => dispatchEvent(new Event('online'))
const tagsSent = (server: FakeServer) => server.requests(campCalls.addWork).map(({ body }) => body.tag)

// COM-3
test('how to begin is said until the first work is done', async () => {
  await page.viewport(1280, 800)
  const server = campServer()
  await open(server)
  const begin = page.getByText(/^Scan the tag of the first animal/)
  await expect.element(begin).toBeVisible()
  await vaccinate(KALU)
  await expect.element(allSent).toBeVisible()
  await reopen(server)
  await expect.element(page.getByText('1 animal')).toBeVisible()
  await expect.element(page.getByText(/^Scan the next tag/)).toBeVisible()
  expect(begin.elements()).toEqual([])
})

// COM-3
test('work without a connection waits over a reload, and is sent in its order', async () => {
  const server = await open(campServer())
  await expect.element(tagField).toBeVisible()
  goAway(server)
  await vaccinate(KALU)
  await vaccinate(RANI)
  await expect.element(unsent(2)).toBeVisible()
  await expect.element(page.getByText('2 animals')).toBeVisible()
  await reopen(server)
  await expect.element(unsent(2)).toBeVisible()
  const line = campServer()
  await reopen(line)
  await expect.element(allSent).toBeVisible()
  expect(tagsSent(line)).toEqual([KALU.tag, RANI.tag])
  await expect.element(page.getByText('2 animals')).toBeVisible()
})

// COM-3
test('of many works that wait the last twenty are listed, and the others counted', async () => {
  const owner = String(HELPER.id)
  const server = campServer()
  goAway(server)
  server.on(campCalls.open, CAMP)
  for (let count = 0; count < 23; count++)
    await enqueue({ owner, campId: CAMP.id }, { type: 'work', tag: KALU.tag, kind: 'rabies' })
  await open(server)
  await expect.element(unsent(23)).toBeVisible()
  await expect.element(page.getByText('and 3 more')).toBeVisible()
  expect(page.getByText('Rabies vaccination: Kalu').elements()).toHaveLength(20)
})

// COM-3
test('works are sent in their order where the clock of the phone went back', async () => {
  const server = await open(campServer())
  await expect.element(tagField).toBeVisible()
  goAway(server)
  await vaccinate(RANI)
  await expect.element(unsent(1)).toBeVisible()
  const yesterday = Date.now() - 86_400_000
  const clock = vi.spyOn(Date, 'now').mockReturnValue(yesterday)
  await vaccinate(KALU)
  await expect.element(unsent(2)).toBeVisible()
  clock.mockRestore()
  const line = campServer()
  await reopen(line)
  await expect.element(allSent).toBeVisible()
  expect(tagsSent(line)).toEqual([RANI.tag, KALU.tag])
})

// COM-3
test('a work whose answer was lost is sent again by the same key', async () => {
  const server = await open(campServer())
  await expect.element(tagField).toBeVisible()
  server.on(campCalls.addWork, NO_ANSWER)
  await vaccinate(KALU)
  await expect.poll(() => server.requests(campCalls.addWork).length).toBeGreaterThan(0)
  server.on(campCalls.addWork, doneBy(KALU))
  comeBack()
  await expect.element(allSent).toBeVisible()
  const keys = server.requests(campCalls.addWork).map(({ body }) => body.key)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^\S{8,}$/)
})

// COM-3, APP-12
test('a camp is worked at in a browser that blocks the locks of its tabs', async () => {
  const denied = new DOMException('Access is denied.', 'SecurityError')
  const request = vi.spyOn(navigator.locks, 'request').mockRejectedValue(denied)
  onTestFinished(() => request.mockRestore())
  const server = await open(campServer())
  await vaccinate(KALU)
  await expect.poll(() => tagsSent(server)).toEqual([KALU.tag])
  await expect.element(allSent).toBeVisible()
})

// COM-3
test('what was typed about a new animal is there again after another tag was read', async () => {
  await open(campServer())
  await tagField.fill(UNKNOWN)
  await page.getByLabelText('Name').fill('Sheru')
  await tagField.fill(KALU.tag)
  await expect.element(page.getByRole('heading', { name: 'Kalu' })).toBeVisible()
  await tagField.fill(UNKNOWN)
  await expect.element(page.getByLabelText('Name')).toHaveValue('Sheru')
})

// COM-3
test('an animal with an unknown tag is registered before its work is sent', async () => {
  const server = await open(campServer())
  await expect.element(tagField).toBeVisible()
  await tagField.fill('2345-6789-abcd')
  await expect.element(page.getByRole('heading', { name: 'Not known on this phone' })).toBeVisible()
  await page.getByRole('button', { name: 'Register this animal' }).click()
  await expect.element(page.getByText('This is needed').first()).toBeVisible()
  await page.getByLabelText('Name').fill('Tipu')
  await page.getByLabelText('Kind of animal').fill('Dog')
  await page.getByLabelText('Sex').selectOptions('male')
  await page.getByRole('button', { name: 'Register this animal' }).click()
  await expect.element(page.getByRole('heading', { name: 'Tipu' })).toBeVisible()
  await rabies.click()
  await expect.element(allSent).toBeVisible()
  await expect.poll(() => tagsSent(server)).toEqual([UNKNOWN])
  expect(server.requests(campCalls.registerAnimal)).toMatchObject([
    { body: { tag: UNKNOWN, name: 'Tipu', gender: 'male' } },
  ])
  const order = server.arrived.map(({ call }) => call)
  expect(order.indexOf(campCalls.registerAnimal)).toBeLessThan(order.indexOf(campCalls.addWork))
})

// COM-3
test('somebody else’s work on the same animal is told and not doubled', async () => {
  const server = campServer().on(campCalls.addWork, { outcome: 'already', by: 'meera', pet_id: 5, animal: KALU })
  await open(server)
  await vaccinate(KALU)
  await expect.element(page.getByText('Kalu: already done by meera. It was not counted twice.')).toBeVisible()
  // Undoing it would take the other helper's work off the screen.
  expect(page.getByRole('button', { name: 'Undo the last one' }).elements()).toEqual([])
  await expect.element(page.getByText('1 animal', { exact: true })).toBeVisible()
})

// COM-3
test('the last work is undone by its key', async () => {
  const server = await open(campServer())
  await vaccinate(KALU)
  await expect.element(rabies).toBeDisabled()
  await page.getByRole('button', { name: 'Undo the last one' }).click()
  await expect.element(rabies).toBeEnabled()
  await expect.element(page.getByText('0 animals')).toBeVisible()
  await expect.poll(() => server.requests(campCalls.undoWork)).toHaveLength(1)
  const [work] = server.requests(campCalls.addWork)
  expect(server.requests(campCalls.undoWork)[0]?.params.key).toBe(work?.body.key)
})

// COM-3
test('a second tap before the first one is stored is no work of its own', async () => {
  const server = await open(campServer())
  await expect.element(tagField).toBeVisible()
  goAway(server)
  await tagField.fill(KALU.tag)
  await expect.element(rabies).toBeVisible()
  for (let taps = 0; taps < 2; taps++) {
    rabies.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
    // By then the page is drawn again, and nothing is stored.
    await Promise.resolve()
  }
  await expect.element(unsent(1)).toBeVisible()
})

// COM-3
test('a refused work says why, and is sent again or deleted', async () => {
  const why = 'No animal of the street wears this tag. You can register it here.'
  const server = campServer().on(campCalls.addWork, rejected(404, 'animal_not_found', why))
  await open(server)
  await vaccinate(KALU)
  await expect.element(page.getByText(why)).toBeVisible()
  await expect.element(page.getByText('0 animals')).toBeVisible()
  server.on(campCalls.addWork, doneBy(KALU))
  await page.getByRole('button', { name: /^Send again, Rabies vaccination: / }).click()
  await expect.element(page.getByText(why)).not.toBeInTheDocument()
  await expect.element(page.getByText('1 animal', { exact: true })).toBeVisible()
})

// COM-3
test('a refused work is not said to be done, and leaves nothing to undo', async () => {
  const why = 'This animal has a home now, and its owner keeps its record.'
  await open(campServer().on(campCalls.addWork, rejected(409, 'animal_has_owner', why)))
  await vaccinate(KALU)
  const undo = page.getByRole('button', { name: 'Undo the last one' })
  await expect.element(page.getByText(why)).toBeVisible()
  await expect.element(undo).not.toBeInTheDocument()
  await page.getByRole('button', { name: /^Delete, Rabies vaccination: / }).click()
  await expect.element(page.getByText(why)).not.toBeInTheDocument()
  await expect.element(undo).not.toBeInTheDocument()
})

// COM-3
test('work on an animal that has an owner by now is not offered for registration', async () => {
  const why = 'This animal has a home now, and its owner keeps its record.'
  await open(campServer().on(campCalls.addWork, rejected(409, 'animal_has_owner', why)))
  await vaccinate(KALU)
  const refused = page.getByRole('region', { name: 'Not accepted' })
  await expect.element(refused).toMatchTextContent(why)
  await expect.element(refused.getByRole('button', { name: /^Delete, / })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Register this animal/ })).not.toBeInTheDocument()
})

const registerButton = page.getByRole('button', { name: 'Register this animal' })

const typeAnimal = async (name: string) => {
  await tagField.fill(UNKNOWN)
  await page.getByLabelText('Name').fill(name)
  await page.getByLabelText('Kind of animal').fill('Dog')
  await page.getByLabelText('Sex').selectOptions('male')
}

const fillAnimal = async (name: string) => {
  await typeAnimal(name)
  await registerButton.click()
}

// COM-3
test('a second tap before a registration is stored does not register twice', async () => {
  const server = await open(campServer())
  await expect.element(tagField).toBeVisible()
  goAway(server)
  await typeAnimal('Sheru')
  for (let taps = 0; taps < 2; taps++) {
    registerButton.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    // By then the page is drawn again, and nothing is stored.
    await Promise.resolve()
  }
  await expect.element(unsent(1)).toBeVisible()
  const line = campServer()
  await reopen(line)
  await expect.element(allSent).toBeVisible()
  expect(line.requests(campCalls.registerAnimal)).toHaveLength(1)
})

// COM-3, COM-1
test('a phone number in the name of an animal is refused at its field', async () => {
  const server = await open(campServer())
  await fillAnimal('Sheru 98765 43210')
  await expect.element(page.getByLabelText('Name')).toHaveAccessibleDescription(/phone/)
  await expect.element(allSent).toBeVisible()
  expect(server.requests(campCalls.registerAnimal)).toEqual([])
  await fillAnimal('Sheru')
  await expect.poll(() => server.requests(campCalls.registerAnimal)).toMatchObject([{ body: { name: 'Sheru' } }])
})

// COM-3
test('a registration that the server refuses says what is wrong with its fields', async () => {
  const errors = { name: 'Pet name: this name is taken.' }
  const refusal = rejected(400, 'invalid_fields', '1 field needs your attention.', { errors })
  await open(campServer().on(campCalls.registerAnimal, refusal))
  await fillAnimal('Sheru')
  await expect.element(page.getByRole('region', { name: 'Not accepted' })).toMatchTextContent(errors.name)
})

// COM-3
test('an animal whose registration was refused can be registered with another name', async () => {
  const server = campServer().on(campCalls.registerAnimal, rejected(409, 'different_content', 'Not so.'))
  await open(server)
  await fillAnimal('Sheru')
  await expect.element(page.getByRole('region', { name: 'Not accepted' })).toMatchTextContent('Not so.')
  await fillAnimal('Sheru the second')
  const namesSent = () => server.requests(campCalls.registerAnimal).map(({ body }) => body.name)
  await expect.poll(namesSent).toEqual(['Sheru', 'Sheru the second'])
})

// COM-3, APP-12, V14.3.3
test('after the session has ended only the same person sends the queue', async () => {
  const server = await open(campServer())
  await expect.element(tagField).toBeVisible()
  server.on(campCalls.addWork, rejected(401, 'not_signed_in', 'Please log in to continue.'))
  await vaccinate(KALU)
  await expect.element(loginPage).toBeVisible()
  const others = campServer()
  await reopen(others, OTHER)
  await expect.element(page.getByText(/^1 entry of somebody else waits on this phone/)).toBeVisible()
  await expect.element(page.getByText('0 animals')).toBeVisible()
  expect(tagsSent(others)).toEqual([])
  const line = campServer()
  await reopen(line)
  await expect.poll(() => tagsSent(line)).toEqual([KALU.tag])
  await expect.element(allSent).toBeVisible()
})

// COM-3, APP-12
test('a session that ends while an animal is typed in leaves what was typed', async () => {
  const server = await open(campServer(), { ...HELPER, accessToken: 'token-of-yesterday' })
  await tagField.fill(UNKNOWN)
  await page.getByLabelText('Name').fill('Sheru')
  const refused = rejected(401, 'not_signed_in', 'Please log in to continue.')
  for (const call of Object.values(campCalls)) server.on(call, refused)
  await rabies.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('You have been logged out.')
  // The work of other helpers is asked for each minute.
  const asked = server.requests(campCalls.open).length
  const later = Date.now() + 120_000
  const clock = vi.spyOn(Date, 'now').mockReturnValue(later)
  onTestFinished(() => clock.mockRestore())
  comeBack()
  await expect.poll(() => server.requests(campCalls.open).length).toBeGreaterThan(asked)
  await expect.element(page.getByLabelText('Name')).toHaveValue('Sheru')
  expect(location.pathname).toBe('/user/camps/7')
})

// COM-3, APP-12
test('logging out asks about works that are not sent, and does not delete them', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false)
  onTestFinished(() => confirm.mockRestore())
  const server = await open(campServer().on(authCalls.signout, undefined))
  await expect.element(tagField).toBeVisible()
  goAway(server)
  await vaccinate(KALU)
  await expect.element(unsent(1)).toBeVisible()
  const logOut = page.getByRole('banner').getByRole('button', { name: 'Logout' })
  await logOut.click()
  await expect.poll(() => confirm.mock.calls).toEqual([[pageText('frame.unsentAtLogout')]])
  expect(localStorage.getItem('user')).not.toBeNull()
  confirm.mockReturnValue(true)
  await logOut.click()
  await expect.element(loginPage).toBeVisible()
  expect(localStorage.getItem('user')).toBeNull()
  const line = campServer()
  await reopen(line)
  await expect.poll(() => tagsSent(line)).toEqual([KALU.tag])
})

// COM-3, APP-12
test('logging out asks about works that a browser without storage would lose', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false)
  onTestFinished(() => confirm.mockRestore())
  const server = await open(campServer().on(authCalls.signout, undefined))
  await expect.element(tagField).toBeVisible()
  goAway(server)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Nothing can be stored.', 'QuotaExceededError')
  })
  onTestFinished(() => put.mockRestore())
  await vaccinate(KALU)
  await expect.element(unsent(1)).toBeVisible()
  const logOut = page.getByRole('banner').getByRole('button', { name: 'Logout' })
  await logOut.click()
  await expect.poll(() => confirm.mock.calls).toEqual([[pageText('devices.lostAtLogout')]])
  expect(localStorage.getItem('user')).not.toBeNull()
  put.mockRestore()
  server.on(campCalls.addWork, doneBy(KALU)).on(campCalls.open, CAMP)
  comeBack()
  await expect.element(allSent).toBeVisible()
  await logOut.click()
  await expect.element(loginPage).toBeVisible()
  expect(confirm).toHaveBeenCalledTimes(1)
})

/** A browser with a camera, and a reader of codes that finds this one. */
function giveCamera(code: string): void {
  const picture = document.createElement('canvas')
  picture.getContext('2d')
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => picture.captureStream(5))
  vi.spyOn(HTMLVideoElement.prototype, 'play').mockResolvedValue()
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => ['qr_code']
      detect = async () => [{ rawValue: code }]
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
}

// COM-3
test('the reader of the browser itself is used where it has one', async () => {
  giveCamera(`https://petsetu.example/pet-detail/${KALU.tag}`)
  await open(campServer())
  await page.getByRole('button', { name: 'Scan' }).click()
  await expect.element(page.getByRole('heading', { name: KALU.name })).toBeVisible()
})

// COM-3
test('a camp at which one no longer helps says so', async () => {
  await open(campServer().on(campCalls.open, rejected(404, 'camp_not_found', 'Camp not found')))
  await expect.element(page.getByText('You do not help at this camp, or it is gone.')).toBeVisible()
})

// COM-3
test('work waits on the phone where one no longer helps at its camp', async () => {
  const server = await open(campServer())
  await expect.element(tagField).toBeVisible()
  goAway(server)
  await vaccinate(KALU)
  await vaccinate(RANI)
  await expect.element(unsent(2)).toBeVisible()
  const gone = rejected(404, 'camp_not_found', 'Camp not found')
  const line = campServer().on(campCalls.open, gone).on(campCalls.addWork, gone)
  await reopen(line)
  await expect.element(page.getByText('You do not help at this camp, or it is gone.')).toBeVisible()
  const refused = page.getByRole('region', { name: 'Not accepted' }).getByRole('listitem')
  const workOn = (tag: string) => refused.filter({ hasText: `Rabies vaccination: ${groupPetId(tag)}` })
  await expect.element(workOn(RANI.tag)).toMatchTextContent('Camp not found')
  await workOn(RANI.tag)
    .getByRole('button', { name: /^Delete, / })
    .click()
  await expect.element(workOn(RANI.tag)).not.toBeInTheDocument()
  line.on(campCalls.addWork, doneBy(KALU))
  await workOn(KALU.tag)
    .getByRole('button', { name: /^Send again, / })
    .click()
  await expect.poll(() => tagsSent(line)).toEqual([KALU.tag, RANI.tag, KALU.tag])
  await expect.element(page.getByText(groupPetId(KALU.tag))).not.toBeInTheDocument()
  const again = campServer()
  await reopen(again)
  await expect.element(allSent).toBeVisible()
  expect(tagsSent(again)).toEqual([])
})

// COM-3, LNG-1
test('in Marathi the page of a camp is in Marathi', async () => {
  await openPage('/user/camps/7', { as: HELPER, server: campServer(), language: 'mr' })
  await expect.element(page.getByText('सर्व पाठवले')).toBeVisible()
  await expect.element(page.getByLabelText('टॅग ID')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'स्कॅन करा' })).toBeVisible()
  await page.getByLabelText('टॅग ID').fill(KALU.tag)
  await expect.element(page.getByText('ABCD-EFGH-JKLM · कुत्रा · नर')).toBeVisible()
})

/** Camps so many days from today. */
const campsOn = (...days: number[]) =>
  days.map((away, index) => ({
    ...{ id: 9 - index, name: `Camp ${away}`, day: today(new Date(Date.now() + away * 86_400_000)) },
    ...{ ward: 'Aundh', place: 'Near the lake', works: 0, animals: 0 },
  }))

// COM-3
test('at a camp that is over what is missing is added above its animals', async () => {
  await setWindow(1280, 800)
  const camp = { ...CAMP, animals: [{ ...KALU, done: ['rabies' as const] }] }
  await open(new FakeServer().on(campCalls.open, camp))
  const treated = page.getByRole('region', { name: 'What was done' })
  await expect.element(treated).toBeVisible()
  for (const width of [1280, 360]) {
    await page.viewport(width, 740)
    const { bottom } = tagField.element().getBoundingClientRect()
    expect(bottom, `${width}`).toBeLessThanOrEqual(treated.element().getBoundingClientRect().top)
  }
})

// COM-3
test('on a laptop the animals of a camp that is over take the width of the page', async () => {
  await setWindow(1280, 800)
  const done = ['rabies' as const]
  const animals = [
    { ...KALU, done },
    { ...RANI, done },
  ]
  await open(new FakeServer().on(campCalls.open, { ...CAMP, animals }))
  const treated = page.getByRole('region', { name: 'What was done' })
  await expect.element(treated).toBeVisible()
  const boxOf = (part: Locator) => part.element().getBoundingClientRect()
  expect(boxOf(treated).right).toBe(boxOf(page.getByRole('region', { name: '2 animals' })).right)
  const [first, second] = treated.getByRole('listitem').elements()
  expect(second?.getBoundingClientRect().top).toBe(first?.getBoundingClientRect().top)
})

// COM-3
test('the camps of today come first, then the next ones, then the last ones', async () => {
  const server = new FakeServer().on(campCalls.list, campsOn(9, 2, 0, -3, -8))
  await openPage('/user/camps', { as: HELPER, server })
  await expect.element(page.getByRole('link', { name: 'Camp 0' })).toBeVisible()
  await expect.element(page.getByText('Choose the camp at which you help.')).toBeVisible()
  const camps = page.getByRole('main').getByRole('listitem').elements()
  const words = camps.map(({ textContent }) => textContent?.match(/Camp -?\d(Today|Coming|Over)/)?.[0])
  expect(words).toEqual(['Camp 0Today', 'Camp 2Coming', 'Camp 9Coming', 'Camp -3Over', 'Camp -8Over'])
})

// COM-3
test('a camp is called that of today by the server’s day, not by that of the phone', async () => {
  const server = new FakeServer().on(campCalls.list, campsOn(2, 0))
  server.aheadMs = 2 * 86_400_000
  await openPage('/user/camps', { as: HELPER, server })
  const camps = page.getByRole('main').getByRole('listitem')
  await expect.element(camps.filter({ hasText: 'Camp 2' })).toMatchTextContent('Today')
  await expect.element(camps.filter({ hasText: 'Camp 0' })).toMatchTextContent('Over')
})

// COM-3
test('whoever helped at past camps alone is not asked to choose one', async () => {
  await openPage('/user/camps', { as: HELPER, server: new FakeServer().on(campCalls.list, campsOn(-3, -8)) })
  await expect.element(page.getByText('Your camps are over. Open one to read what was done.')).toBeVisible()
})

// COM-3, LNG-1
test.each([
  ['en', '5 animals'],
  ['hi', '5 जानवर'],
  ['mr', '5 प्राणी'],
] as const)('the list of camps counts animals, with which a camp’s page begins: %s', async (language, words) => {
  const { kinds: _, animals: __, ...camp } = CAMP
  const server = new FakeServer().on(campCalls.list, [{ ...camp, works: 7, animals: 5 }])
  await openPage('/user/camps', { as: HELPER, server, language })
  await expect.element(page.getByText(words)).toBeVisible()
})
