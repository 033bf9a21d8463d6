import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const PAGES = path.join(import.meta.dirname, '../web/src')

// All other forms keep what was typed, by `useDraftedForm`: a session ends and a page is loaded again at any time.
const WITHOUT_DRAFT = {
  'platform/lib/use-drafted-form.ts': 'the form that keeps a draft',
  'people/account/account-page.tsx': 'passwords, and one choice of a language',
  'people/account/passkeys.tsx': 'passwords and codes, and the short name of a passkey',
  'people/account/personal-data.tsx': 'passwords and codes',
  'people/account/second-factor/second-factor.tsx': 'passwords and codes',
  'people/users/duties-dialog.tsx': 'ticks in a dialog, which must not come back over those that were given meanwhile',
  'pets/community/admin/carers.tsx': 'one username, which is sent at once',
}

// APP-4, APP-12
test('a form without a draft is one of a short list, each with its reason', () => {
  const bare = globSync('**/*.{ts,tsx}', { cwd: PAGES }).filter(
    (file) =>
      !file.includes('.test.') &&
      /\buseForm\b.*from '@mantine\/form'/.test(readFileSync(path.join(PAGES, file), 'utf8')),
  )
  expect(bare.toSorted()).toEqual(Object.keys(WITHOUT_DRAFT).toSorted())
})
