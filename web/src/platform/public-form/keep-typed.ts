import { TYPED_PREFIX } from '../lib/drafts/forget-typed.ts'
import { sessionStore } from '../lib/storage/storage.ts'

const KEY = `${TYPED_PREFIX}in-another-language`

type Kept = { path: string; fields: [name: string, value: string][] }

/** Keeps what stands in the forms of a page without drafts, except for files, while the page is loaded in another language. */
export function keepTyped(): void {
  fillIn()
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element && target.closest('a[hreflang]'))) return
    const fields = [...document.forms].flatMap((form) => [...new FormData(form)])
    const texts = fields.filter((field): field is [string, string] => typeof field[1] === 'string')
    sessionStore.set(KEY, JSON.stringify({ path: location.pathname, fields: texts } satisfies Kept))
  })
}

function fillIn(): void {
  const text = sessionStore.get(KEY)
  sessionStore.remove(KEY)
  const kept: Kept | null = JSON.parse(text ?? 'null')
  // The answer to a form that was refused may have an address below that of its page, to which the server leads back.
  if (!kept || !`${kept.path}/`.startsWith(`${location.pathname}/`)) return
  for (const [name, value] of kept.fields)
    for (const form of document.forms) {
      const field = form.elements.namedItem(name)
      if (!field || (field instanceof HTMLInputElement && field.type === 'hidden')) continue
      ;(field as HTMLInputElement | RadioNodeList).value = value
      if (!(field instanceof Element)) continue
      field.setAttribute('data-typed', '')
      const folded = field.closest('details')
      if (value && folded) folded.open = true
    }
}
