import type { LegalBlock, LegalPiece } from '@petsetu/contract/public-pages.ts'
import styles from './legal-page.module.css'

/** A list as the foundation has written it. */
export function Items({ isNumbered, items }: Extract<LegalBlock, { kind: 'items' }>) {
  const List = isNumbered ? 'ol' : 'ul'
  return (
    <List className={styles.list}>
      {items.map((pieces, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the document never changes while it is shown.
        <li key={index}>
          <Pieces pieces={pieces} />
        </li>
      ))}
    </List>
  )
}

export function Pieces({ pieces }: { pieces: LegalPiece[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the document never changes while it is shown.
  return pieces.map((piece, index) => <Piece key={index} piece={piece} />)
}

function Piece({ piece: { text, href, isStrong } }: { piece: LegalPiece }) {
  const content = isStrong ? <strong>{text}</strong> : text
  return href ? <a href={href}>{content}</a> : content
}
