import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ASSETS_DIR } from './built-pages.ts'

// Calls and syntax that Safari 16, Chrome 109 (the last Android WebView on Android 6) or Firefox 115 lack, and that the build does not
// replace. Where a call is behind a check for it, the file stands below.
const MISSING = [
  /\.(toSorted|toReversed|toSpliced|isWellFormed|toWellFormed|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
  /\.(symmetricDifference|checkVisibility|requestClose|drop|take)\(/,
  /\b(AbortSignal\.any|Array\.fromAsync|Error\.isError|Iterator\.from|Map\.groupBy|Object\.groupBy|Promise\.try)\b/,
  /\b(Promise\.withResolvers|RegExp\.escape|Response\.json|URL\.canParse|URL\.parse|Uint8Array\.from(Base64|Hex))\b/,
  /\.(with|showPopover|togglePopover|waitAsync)\(/,
  /\b(Intl\.(DurationFormat|Segmenter)|userActivation)\b/,
  /\b(CompressionStream|OffscreenCanvas|cookieStore|requestIdleCallback|scheduler\.(postTask|yield))\b/,
  // Looking behind, which makes Safari 16.3 reject the whole file.
  /\(\?<[=!]/,
]

// zod, the router and the reader of codes ask whether the browser has these.
const CHECKED_BEFORE = [
  /typeof URL\.canParse==`function`\?URL\.canParse/g,
  /typeof (\w+)\.scheduler\?\.yield==`function`\?\1\.scheduler\.yield/g,
  /typeof OffscreenCanvas<`u`\)return new OffscreenCanvas/g,
  /`OffscreenCanvas`|or OffscreenCanvas or/g,
]

// OFF-1, CMP-1
test('the built scripts use nothing that the oldest supported browsers lack', async () => {
  const names = (await readdir(ASSETS_DIR)).filter((name) => name.endsWith('.js'))
  expect(names.length).toBeGreaterThan(50)
  const found = await Promise.all(
    names.map(async (name) => {
      const script = await readFile(path.join(ASSETS_DIR, name), 'utf8')
      const unchecked = CHECKED_BEFORE.reduce((text, checked) => text.replaceAll(checked, ''), script)
      return MISSING.flatMap((missing) => missing.exec(unchecked)?.[0] ?? []).map((call) => `${name}: ${call}`)
    }),
  )
  expect(found.flat()).toEqual([])
})
