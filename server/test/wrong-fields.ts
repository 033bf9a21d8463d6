/**
 * Returns the errors that the summary of a page links to, by field. Throws if other fields are marked as wrong, or if one of them is folded
 * away or has no error beside it.
 */
export function wrongFieldsOf(html: string): Record<string, string> {
  const links = [...alertIn(html).matchAll(/<a href="#([^"]+)">(.*?)<\/a>/g)]
  const linked = links.map(([, id = '', message = '']): [string, string] => [id, message])
  const inView = html.replaceAll(/<details(?![^>]* open)[^>]*>.*?<\/details>/gs, '')
  const marked = [...inView.matchAll(/<(?:input|textarea)\b[^>]* aria-invalid="true"[^>]*>/g)].map(([field]) => {
    const [, id = ''] = / id="([^"]*)"/.exec(field) ?? []
    const [, described = ''] = / aria-describedby="([^"]*)"/.exec(field) ?? []
    const [, message = ''] = new RegExp(`<p id="${id}-error"[^>]*>(.*?)</p>`).exec(inView) ?? []
    return [id, described.split(' ').includes(`${id}-error`) ? message : '']
  })
  if (JSON.stringify(marked.toSorted()) !== JSON.stringify(linked.toSorted()))
    throw new Error(`The fields say ${JSON.stringify(marked)}, and the summary ${JSON.stringify(linked)}`)
  return Object.fromEntries(linked)
}

/** Returns what the summary of a page says of the whole form; nothing without one. */
export function summaryOf(html: string): string {
  return /<p>(.*?)<\/p>/.exec(alertIn(html))?.[1] ?? ''
}

const alertIn = (html: string) => /<div[^>]* role="alert">(.*?)<\/div>/s.exec(html)?.[1] ?? ''
