const TITLE = /^(?:mr|mrs|ms|dr|prof|adv|col|shri|smt|kum|श्री|श्रीमती|सौ|डॉ|प्रा|कु)\.?$/iu
const letters = new Intl.Segmenter()

/** 'Asha R.' for 'Asha Rao', so that a stranger can compare a name but does not learn it. A single name stays as it is. */
export function nameAndInitial(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = '', ...others] = words.length > 1 ? words.filter((word) => !TITLE.test(word)) : words
  const last = others.at(-1)
  if (!last) return first
  const [letter] = letters.segment(last)
  return `${first} ${letter?.segment.toUpperCase()}.`
}
