import { MantineProvider } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { startPageTexts } from '../../languages/app-texts.ts'
import { TextProvider } from '../../languages/use-text.tsx'
import { watchTyping } from '../../lib/typed-fields.ts'
import { lazyPart } from './lazy-part.tsx'

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

watchTyping()

/** Shows a part beside a form in which somebody types, so that the page is not loaded anew. */
async function showBesideForm(Part: ComponentType): Promise<void> {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  // A page that an earlier file opened may have left another language.
  document.documentElement.lang = 'en'
  const i18n = await startPageTexts()
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const render = (part: ReactNode) =>
    root.render(
      <TextProvider i18n={i18n}>
        <MantineProvider>
          <form>
            <input aria-label="Name" />
          </form>
          {part}
        </MantineProvider>
      </TextProvider>,
    )
  onTestFinished(() => {
    root.unmount()
    place.remove()
    vi.restoreAllMocks()
  })
  render(null)
  await page.getByLabelText('Name').fill('Moti')
  render(<Part />)
}

// APP-13
test('a part whose code is missing says so, and the rest of the page stays', async () => {
  await showBesideForm(lazyPart(missing))
  await expect.element(page.getByRole('alert')).toMatchTextContent('This part could not be loaded.')
  await expect.element(page.getByLabelText('Name')).toHaveValue('Moti')
})

// APP-13
test('a part that nobody misses is left out', async () => {
  await showBesideForm(lazyPart(missing, { failed: null, fallback: <p>Wait</p> }))
  await expect.element(page.getByText('Wait')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Name')).toHaveValue('Moti')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
