import { aCamp, vaccinate } from './helpers/camps.ts'
import { expect, openAs, test } from './helpers/fixtures.ts'

test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

// COM-3
test('twenty animals of an offline camp are sent once when there is a line', { tag: '@journey' }, async ({
  page,
  context,
  site,
}) => {
  const { id, helper, tags, blank, read } = await aCamp(site)
  const sent: string[] = []
  // Those that have arrived: one that was tried too early is tried again.
  context.on('requestfinished', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(`/camps/${id}/works`)) sent.push(request.url())
  })

  await test.step('the camp is opened once with a connection', async () => {
    await openAs(page, site, helper, `/user/camps/${id}`)
    await expect(page.getByText('This page opens on this phone without a connection, too.')).toBeVisible()
  })

  await test.step('offline, after a reload, twenty tags are typed, and an animal is registered', async () => {
    await context.setOffline(true)
    await page.reload()
    for (const tag of tags) await vaccinate(page, tag)
    await expect(page.getByText('20 animals', { exact: true })).toBeVisible()
    await page.getByLabel('Tag ID').fill(blank)
    await page.getByLabel('Name').fill('Tipu')
    await page.getByLabel('Kind of animal').fill('Dog')
    await page.getByLabel('Sex').selectOption('male')
    await page.getByRole('button', { name: 'Register this animal' }).click()
    await page.getByRole('button', { name: /^Rabies vaccination Raksharab/ }).click()
    await expect(page.getByText('22 not sent')).toBeVisible()
    await page.reload()
    await expect(page.getByText('22 not sent')).toBeVisible()
    await expect(page.getByText('21 animals', { exact: true })).toBeVisible()
    expect((await read()).counts).toEqual([])
  })

  await test.step('on line all of it is sent, each once', async () => {
    sent.length = 0
    await context.setOffline(false)
    // They go one after the other. The first may come before the connection is there, and is tried again ten seconds later.
    await expect(page.getByText('All sent')).toBeVisible({ timeout: 30_000 })
    await expect.poll(() => sent.length).toBe(21)
    const { counts, animals } = await read()
    expect(animals).toBe(21)
    expect(counts.map(({ kind, sex, animals }) => [kind, sex, animals])).toEqual([
      ['rabies', 'female', 12],
      ['rabies', 'male', 9],
      ['tag', 'male', 1],
    ])
  })
})

// COM-3
test('a tab that is killed while it sends loses nothing, and two tabs send all once', async ({
  page,
  context,
  site,
}) => {
  const { id, helper, tags, read } = await aCamp(site)

  await test.step('the tab dies after the server has stored a work and before the answer is there', async () => {
    await openAs(page, site, helper, `/user/camps/${id}`)
    await expect(page.getByText('All sent')).toBeVisible()
    const arrived = Promise.withResolvers<void>()
    await page.route(`**/api/camps/${id}/works`, async (route) => {
      await route.fetch()
      arrived.resolve()
    })
    for (const tag of tags.slice(0, 3)) await vaccinate(page, tag)
    await arrived.promise
    // The phone has stored all three.
    await expect(page.getByText('3 animals', { exact: true })).toBeVisible()
    await page.close()
  })

  await test.step('two new tabs with the same queue send what is left', async () => {
    const tabs = [await context.newPage(), await context.newPage()]
    await Promise.all(tabs.map((tab) => tab.goto(`/user/camps/${id}`)))
    for (const tab of tabs) {
      await expect(tab.getByText('All sent')).toBeVisible()
      await expect(tab.getByText('3 animals', { exact: true })).toBeVisible()
    }
    for (const tab of tabs) await expect(tab.getByText(/already done by/)).toHaveCount(0)
    const { counts, animals } = await read()
    expect(animals).toBe(3)
    expect(counts.reduce((sum, count) => sum + count.animals, 0)).toBe(3)
  })
})
