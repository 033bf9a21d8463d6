import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const PAGES = path.join(import.meta.dirname, '../../web/src')

// All other forms keep what was typed, by `useDraftedForm`: a session ends and a page is loaded again at any time.
const WITHOUT_DRAFT = {
  'platform/lib/drafts/use-drafted-form.ts': 'the form that keeps a draft',
  'people/account/account-page.tsx': 'passwords, and one choice of a language',
  'people/account/passkeys.tsx': 'passwords and codes, and the short name of a passkey',
  'people/account/personal-data.tsx': 'passwords and codes',
  'people/account/second-factor/second-factor.tsx': 'passwords and codes',
  'people/users/duties-dialog.tsx': 'ticks in a dialog, which must not come back over those that were given meanwhile',
  'pets/community/admin/carers.tsx': 'one username, which is sent at once',
}

const CHECKOUT = 'the payment flow sends it, which outlives the page'

// All other forms are run by `useSubmit`, whose `formProps` hold the `onSubmit`: busy button, messages, focus and input are right there.
const RUN_BY_HAND = {
  'complaints/file/filing.tsx': CHECKOUT,
  'complaints/file/pay-panels.tsx': CHECKOUT,
  'complaints/follow/follow-page.tsx': 'its code works once, and is sent at the first tap alone',
  'supporters/donations/give/donate-page.tsx': CHECKOUT,
  'supporters/memberships/register/registering.tsx': CHECKOUT,
  'office/imports/imports-page.tsx': 'a file, which is no value of a form of texts',
  'office/reports/filter-bar.tsx': 'its filter goes into the address',
  'people/auth/recovery/link-page.tsx': 'a button without a field, which also works without a script',
  'pets/camps/camp-animal.tsx': 'the queue of the camp sends it, however late',
  'shared/find-tag-form.tsx': 'it opens an address',
}

// APP-4, APP-12
test('a form without a draft is one of a short list, each with its reason', () => {
  const bare = pagesWith((page) => /\buseForm\b.*from '@mantine\/form'/.test(page))
  expect(bare).toEqual(Object.keys(WITHOUT_DRAFT).toSorted())
})

// APP-4
test('a form with an onSubmit of its own is one of a short list, each with its reason', () => {
  const byHand = pagesWith(isRunByHand)
  expect(byHand).toEqual(Object.keys(RUN_BY_HAND).toSorted())
})

// APP-4
test('no page uses a schema by its call, which has none in the browser', () => {
  expect(pagesWith((page) => /Calls\.\w+\.(body|query|reply|params)\b/.test(page))).toEqual([])
})

// APP-4
test('the onSubmit of a form is found, and that of another component is not', () => {
  for (const page of [
    '<form className={a} onSubmit={(event) => { event.preventDefault() }}>',
    '<Box maw={max > 3 ? 2 : 1} component="form" noValidate onSubmit={send}>',
    '<PublicForm action={address} onSubmit={send}>',
  ])
    expect(isRunByHand(page), page).toBe(true)
  for (const page of [
    '<form {...formProps} noValidate><Reason onSubmit={take} /></form>',
    '<Account onSubmit={add} />',
  ])
    expect(isRunByHand(page), page).toBe(false)
})

function pagesWith(isFound: (page: string) => boolean): string[] {
  return globSync('**/*.{ts,tsx}', { cwd: PAGES })
    .filter((file) => !file.includes('.test.') && isFound(readFileSync(path.join(PAGES, file), 'utf8')))
    .toSorted()
}

/** True if a form of this page has an `onSubmit` of its own; `formProps` are spread. */
function isRunByHand(page: string): boolean {
  const tags = [...page.matchAll(/<[A-Za-z]/g)].map(({ index }) => page.slice(index, endOfTag(page, index)))
  return tags.some((tag) => /^<(form|PublicForm)\s|\scomponent="form"/.test(tag) && /\sonSubmit=/.test(tag))
}

/** Returns the position of the `>` that is in no braces: one in braces belongs to an arrow or to a comparison. */
function endOfTag(page: string, start: number): number {
  let depth = 0
  for (let at = start; at < page.length; at++) {
    if (page[at] === '{') depth++
    else if (page[at] === '}') depth--
    else if (page[at] === '>' && depth === 0) return at
  }
  return page.length
}
