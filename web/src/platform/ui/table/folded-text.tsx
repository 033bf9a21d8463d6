import classes from './folded-text.module.css'

// A shorter text fits the lines that a row has for it.
const SHORT_MAX = 36

/** A text that somebody wrote, in a row that stays low: its first lines, and the whole of it once the reader opens it. */
export function FoldedText({ children, lines = 2 }: { children: string; lines?: 1 | 2 }) {
  if (children.length <= SHORT_MAX) return <span className={classes.text}>{children}</span>
  return (
    <details>
      <summary className={classes.text} data-lines={lines}>
        {children}
      </summary>
    </details>
  )
}
