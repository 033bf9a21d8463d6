import { shownWords } from '@petsetu/contract/platform/removed.ts'
import { useText } from '../../languages/use-text.tsx'
import classes from './folded-text.module.css'

// A shorter text fits the lines that a row has for it.
const SHORT_MAX = 36

type Props = {
  children: string
  lines?: 1 | 2
  /** Stands above the text, and takes some of its lines. */
  title?: string
}

/** A text that somebody wrote, in a row that stays low: its first lines, and the whole of it once the reader opens it. */
export function FoldedText({ children, lines = 2, title }: Props) {
  const words = shownWords(children, useText())
  if (!title && words.length <= SHORT_MAX) return <span className={classes.text}>{words}</span>
  return (
    <details>
      <summary className={classes.text} data-lines={lines}>
        {title && (
          <>
            <strong>{title}</strong>
            <br />
          </>
        )}
        {title ? <span>{words}</span> : words}
      </summary>
    </details>
  )
}
