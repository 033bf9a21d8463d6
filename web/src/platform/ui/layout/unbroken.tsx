type Props = {
  number: string
  sentence?: string
  /** Large letters leave a line no room for it, so that it may break where a whole line is too short. */
  isLong?: boolean
}

// A box goes to the next line as a whole. It would lose the line of a link.
const LONG = { display: 'inline-block', maxWidth: '100%', verticalAlign: 'top', textDecoration: 'inherit' } as const

/** Writes a number such as G-2, alone or in a sentence, so that it is never broken over two lines; a long one, such as a reference, where it can. */
export function Unbroken({ number, sentence = number, isLong = false }: Props) {
  const [before, ...after] = sentence.split(number)
  if (after.length === 0) return sentence
  return (
    <>
      {before}
      <span style={isLong ? LONG : { whiteSpace: 'nowrap' }}>{number}</span>
      {after.join(number)}
    </>
  )
}
