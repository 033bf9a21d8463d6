import { officeExamples } from '@petsetu/contract/examples/office.ts'
import { FoundationForm } from '@petsetu/contract/office/foundation-form.ts'
import { expect, test } from 'vitest'
import { pageText } from '../../platform/languages/page-text.ts'
import { SECTIONS } from './sections.ts'

const SETTINGS = { ...FoundationForm.parse(officeExamples.foundation.update.body), earlierApprovals: [] }

test('every setting is in one section of the page, with a field for each of its values', () => {
  const settings = SECTIONS.flatMap(({ valuesOf, partOf, fieldsOf }) => {
    const values = valuesOf(SETTINGS)
    expect(new Set(fieldsOf(pageText, SETTINGS).map(({ name }) => name))).toEqual(new Set(Object.keys(values)))
    return Object.keys(partOf(values))
  })
  expect(settings.sort()).toEqual(Object.keys(FoundationForm.shape).sort())
})
