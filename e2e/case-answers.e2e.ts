import type { Locator, Page } from '@playwright/test'
import { ADMIN, confirmDeletion, expect, logIn, test } from './fixtures.ts'
import { keptTexts } from './kept-texts.ts'

test.use({ ownProgram: 'case-answers' })

test('CASE-4 an admin prepares an answer, changes it, finds it by its language, and deletes it', async ({ page }) => {
  await logIn(page, ADMIN)
  await page.goto('/admin/complaints/work/answers')
  await expect(page.getByText('No prepared answers yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Add an answer' }).click()
  const form = page.getByRole('form')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Title is required')).toBeVisible()
  await form.getByLabel('Title').fill('On our way')
  await form.getByLabel('Language').selectOption('मराठी')
  await form.getByLabel('Offered first for').selectOption('In Progress')
  await form.getByLabel('Text').fill('आमची टीम येत आहे.')
  await form.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row', { name: 'On our way' })
  await expect(row).toContainText('आमची टीम येत आहे.')
  await expect(row).toContainText('In Progress')
  await expect(form).toBeHidden()

  await page.getByRole('button', { name: 'हिन्दी' }).click()
  await expect(page.getByText('No prepared answers yet.')).toBeVisible()
  await page.getByRole('button', { name: 'मराठी' }).click()
  await row.getByRole('link', { name: 'Edit On our way' }).click()
  await expect(page.getByRole('heading', { name: 'Change ‘On our way’' })).toBeVisible()
  await form.getByLabel('Text').fill('आमची टीम आज येईल.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('आमची टीम आज येईल.')
  await row.getByRole('button', { name: /^Delete/ }).click()
  await confirmDeletion(page)
  await expect(page.getByText('‘On our way’ has been deleted.')).toBeVisible()
  await expect(page.getByText('No prepared answers yet.')).toBeVisible()
})

test('after the answer in the form was deleted, another one can be added', async ({ page }) => {
  await logIn(page, ADMIN)
  const { form, row } = await addAnswer(page, 'Short-lived', 'Thank you.')
  await row.getByRole('link', { name: 'Edit Short-lived' }).click()
  await expect(form).toBeVisible()
  await row.getByRole('button', { name: /^Delete/ }).click()
  await confirmDeletion(page)
  await expect(form).toBeHidden()
  await expect(page.getByRole('link', { name: 'Add an answer' })).toBeVisible()
})

test('CASE-4 a question that is asked as soon as a changed answer is listed stays open', async ({ page }) => {
  await logIn(page, ADMIN)
  const { form, row } = await addAnswer(page, 'Found', 'We found it.')
  await row.getByRole('link', { name: 'Edit Found' }).click()
  await form.getByLabel('Text').fill('We found it yesterday.')
  // A click earlier than any person’s: before the form has closed.
  await row.evaluate((found) =>
    new MutationObserver((_, observer) => {
      if (!found.textContent.includes('yesterday')) return
      observer.disconnect()
      found.querySelector('button')?.click()
    }).observe(found, { subtree: true, childList: true, characterData: true }),
  )
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('dialog')).toContainText('Found')
  await confirmDeletion(page)
  await expect(page.getByText('‘Found’ has been deleted.')).toBeVisible()
})

test('CASE-4 a form that is opened as soon as another answer is listed stays open, and so does a list by language', async ({
  page,
}) => {
  await logIn(page, ADMIN)
  for (const [title, next, stays] of [
    ['First', 'Edit', /edit=\d/],
    ['Second', 'English', /language=en/],
  ] as const) {
    await page.goto('/admin/complaints/work/answers?edit=new')
    const form = page.getByRole('form')
    await form.getByLabel('Title').fill(title)
    await form.getByLabel('Text').fill('Thank you.')
    // A click earlier than any person’s: before the form of the saved answer has closed.
    await page.evaluate(
      ([row, control]) =>
        new MutationObserver((_, observer) => {
          const isListed = [...document.querySelectorAll('tr')].some(({ textContent }) => textContent.includes(row))
          if (!isListed) return
          observer.disconnect()
          const controls = document.querySelectorAll<HTMLElement>('main a, main button')
          for (const each of controls) if (each.textContent.startsWith(control)) each.click()
        }).observe(document.body, { subtree: true, childList: true }),
      [title, next] as const,
    )
    await form.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(stays)
    await expect.poll(() => keptTexts(page)).not.toContain(title)
    await expect(page).toHaveURL(stays)
  }
})

async function addAnswer(page: Page, title: string, text: string): Promise<{ form: Locator; row: Locator }> {
  await page.goto('/admin/complaints/work/answers?edit=new')
  const form = page.getByRole('form')
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Text').fill(text)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  return { form, row: page.getByRole('row', { name: title }) }
}
