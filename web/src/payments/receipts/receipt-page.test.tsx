import catalogues from 'catalogues:receipt'
import type { ReceiptView } from '@petsetu/contract/site/public-pages.ts'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { SITE } from '../../../test/open-page.tsx'
import { showAlone } from '../../../test/show-alone.tsx'
import { ReceiptPage } from './receipt-page.tsx'

const RECEIPT: ReceiptView = {
  kind: 'receipt',
  sheet: {
    title: 'Receipt 2026-27/000012',
    number: '2026-27/000012',
    foundation: 'Karuna Animal Welfare Foundation',
    issuer: ['12 Neem Road, Pune', 'PAN AAATK1234F'],
    lines: [
      { label: 'Receipt number', value: '2026-27/000012' },
      { label: 'Date', value: '3 October 2026' },
      { label: 'Received from', value: 'Arjun Mehta, arjun.mehta.of.kothrud@example.org' },
      { label: 'For', value: 'Membership: Friend, 12 months' },
    ],
    amount: { label: 'Amount', value: '₹1,250', status: 'paid', state: 'PAID' },
    later: [{ label: 'In words', value: 'One thousand two hundred and fifty rupees' }],
    notes: [],
  },
  isReturned: false,
  pdfPath: '/receipt/x.pdf',
  otherCopy: null,
}

/** The labels whose values begin below them. */
const labelsAbove = () =>
  [...document.querySelectorAll('dl > div')].flatMap((line) => {
    const [label, value] = [line.querySelector('dt'), line.querySelector('dd')]
    const isBelow = (value?.getBoundingClientRect().top ?? 0) >= (label?.getBoundingClientRect().bottom ?? Infinity)
    return isBelow ? [label?.textContent] : []
  })

for (const width of [320, 360]) {
  // RCP-1, APP-14
  test(`at ${width} px the values of a receipt stand beside their labels`, async () => {
    await showAlone(<ReceiptPage view={RECEIPT} site={SITE} />, catalogues, width)
    await expect.element(page.getByRole('link', { name: 'Download PDF' })).toBeVisible()
    expect(labelsAbove()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
}

// APP-14
test('with letters twice as large the values of a receipt stand below their labels', async () => {
  onTestFinished(() => {
    document.documentElement.style.fontSize = ''
  })
  document.documentElement.style.fontSize = '200%'
  await showAlone(<ReceiptPage view={RECEIPT} site={SITE} />, catalogues, 360)
  await expect.element(page.getByRole('link', { name: 'Download PDF' })).toBeVisible()
  expect(labelsAbove()).toHaveLength(6)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})
