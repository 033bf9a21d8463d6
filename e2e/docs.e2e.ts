import { authCalls } from '@petsetu/contract/people/auth.ts'
import { expect, test } from './helpers/fixtures.ts'

// API-4, V3.4.3
test('at /docs a call is read and tried, under the policy of all pages', async ({ page, site }) => {
  // The page shows all calls at once, which keeps a slow machine busy for many seconds.
  test.slow()
  await page.goto('/docs')
  const signup = page.locator('.opblock', { hasText: 'POST' }).filter({ hasText: authCalls.signup.summary })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 45_000 })
  await expect(signup).toBeVisible()
  await signup.locator('.opblock-summary-control').click()
  await expect(signup.getByText('meera@example.org').first()).toBeVisible()
  await signup.getByRole('button', { name: 'Try it out' }).click()
  await signup.getByRole('button', { name: 'Execute' }).click()
  const response = signup.locator('.live-responses-table')
  await expect(response.getByText('201').first()).toBeVisible()
  await expect(response.getByText('"role": "user"').first()).toBeVisible()
  const again = await fetch(`${site.url}/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'meera', password: 'marigold-7' }),
  })
  expect(again.status).toBe(200)
})
