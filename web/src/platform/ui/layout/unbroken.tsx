type Props = { number: string; sentence?: string }

/** Writes a number such as G-2, alone or in a sentence, so that it is never broken over two lines. */
export function Unbroken({ number, sentence = number }: Props) {
  const [before, ...after] = sentence.split(number)
  if (after.length === 0) return sentence
  return (
    <>
      {before}
      <span style={{ whiteSpace: 'nowrap' }}>{number}</span>
      {after.join(number)}
    </>
  )
}
