// Stories read pages with these, too, which are sent to the page as text: they use nothing from outside themselves.

/** Reads the words that people and screen readers find on the page. */
export function shownTexts(): string[] {
  const texts = [document.title]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const isForeign = node.parentElement?.closest<HTMLElement>('[lang]')?.lang !== document.documentElement.lang
    if (!isForeign && !node.parentElement?.closest('script, style, noscript')) texts.push(node.textContent ?? '')
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(element.getAttribute(name) ?? '')
  }
  return texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter(Boolean)
}

/** Buttons, links, labels and headings whose text is wider or higher than they are, and is not shown. */
export function cutTexts(): string[] {
  return [...document.querySelectorAll<HTMLElement>('button, a, label, h1, h2, h3, th')]
    .filter((element) => {
      const { overflowX, overflowY, clipPath } = getComputedStyle(element)
      const isHidden = element.clientWidth <= 1 || clipPath !== 'none'
      const isCutAcross = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
      const isCutDown = overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 2
      return !isHidden && (isCutAcross || isCutDown)
    })
    .map((element) => element.textContent)
}
