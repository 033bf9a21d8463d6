// The only script that a rendered page loads by itself. The tags of the others are in the page's template: they are put into the page once it
// is painted, so that no script delays the text. A page in the background is not painted.

const others = document.querySelector('template')
const load = () => others && document.head.append(others.content)

if (document.hidden) load()
else requestAnimationFrame(() => setTimeout(load))
