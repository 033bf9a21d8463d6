import type { LegalBlock, LegalDocument, LegalPiece } from '@petsetu/contract/site/public-pages.ts'
import type { ReactNode } from 'react'
import fold from '../../platform/ui/layout/unfolds.module.css'
import styles from './legal-page.module.css'

const COLUMNS_MAX = 3

type Props = {
  document: LegalDocument
  /** Below a heading of another page. */
  isPreview?: true
}

/** Privacy, terms or refunds. */
export function LegalPage({ document, isPreview }: Props) {
  if (isPreview) return <Document document={document} isPreview />
  return (
    <>
      <LegalTitle name={document.name} title={document.title} />
      <LegalText document={document} />
    </>
  )
}

/** The band on top of the page, as on each page of forms. `under` is a sentence below the title. */
export function LegalTitle({
  name,
  title,
  under,
}: Pick<LegalDocument, 'name' | 'title'> & { under?: string | undefined }) {
  return (
    <header className={styles.band} data-page={name} data-wide={under && true}>
      <h1>{title}</h1>
      {under && <p>{under}</p>}
    </header>
  )
}

/** The document without its title. */
export function LegalText({ document }: { document: LegalDocument }) {
  const { contents } = document
  if (!contents) return <Document document={document} />
  const list = <Contents document={document} />
  return (
    <div className={styles.page}>
      {/* Beside the text, or folded above it where there is no room. */}
      <nav className={styles.beside} aria-label={contents}>
        <p aria-hidden="true">{contents}</p>
        {list}
      </nav>
      <Document
        document={document}
        contents={
          <details className={styles.folded}>
            <summary className={fold.unfolds}>{contents}</summary>
            {list}
          </details>
        }
      />
    </div>
  )
}

const idOf = (index: number) => `part-${index + 1}`

function Contents({ document: { sections } }: { document: LegalDocument }) {
  return (
    <ol className={styles.contents}>
      {sections.map(
        ({ heading }, index) =>
          heading && (
            <li key={idOf(index)}>
              <a href={`#${idOf(index)}`}>{heading}</a>
            </li>
          ),
      )}
    </ol>
  )
}

type DocumentProps = { document: LegalDocument; isPreview?: true | undefined; contents?: ReactNode }

function Document({ document: { title, intro, sections }, isPreview, contents }: DocumentProps) {
  const Heading = isPreview ? 'h5' : 'h2'
  const Subheading = isPreview ? 'h6' : 'h3'
  return (
    <article className={styles.card}>
      {(isPreview || contents || intro.length > 0) && (
        <header className={styles.intro}>
          {isPreview && <h4>{title}</h4>}
          {intro.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {contents}
        </header>
      )}
      {sections.map(({ heading, blocks }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the document never changes while it is shown.
        <section key={index} className={styles.section} id={isPreview ? undefined : idOf(index)}>
          {heading && <Heading>{heading}</Heading>}
          {blocks.map((block, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the document never changes while it is shown.
            <Block key={place} block={block} Subheading={Subheading} />
          ))}
        </section>
      ))}
    </article>
  )
}

function Block({ block, Subheading }: { block: LegalBlock; Subheading: 'h3' | 'h6' }) {
  if (block.kind === 'text') return <p>{block.text}</p>
  if (block.kind === 'heading') return <Subheading>{block.text}</Subheading>
  if (block.kind === 'items') return <Items {...block} />
  if (block.kind === 'paragraph') {
    return (
      <p>
        <Pieces pieces={block.pieces} />
      </p>
    )
  }
  if (block.kind === 'table') return block.isFolded ? <FoldedRows {...block} /> : <Table {...block} />
  if (block.kind === 'facts') return <Facts facts={block.facts} />
  if (block.kind === 'actions') return <Actions actions={block.actions} />
  if (block.kind === 'links') {
    return (
      <ul className={styles.links}>
        {block.links.map(({ text, href }) => (
          <li key={href}>
            <a href={href}>{text}</a>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <ul className={styles.list}>
      {block.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

function Actions({ actions }: Pick<Extract<LegalBlock, { kind: 'actions' }>, 'actions'>) {
  return (
    <ul className={styles.actions}>
      {actions.map(({ label, value, href, isUrgent }) => (
        <li key={href}>
          <a href={href} data-urgent={isUrgent}>
            <span>
              {label}
              {value && <small>{value}</small>}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function Facts({ facts }: Pick<Extract<LegalBlock, { kind: 'facts' }>, 'facts'>) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, href }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{href ? <a href={href}>{value}</a> : value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The first cell of each row opens the others, which carry their labels. */
function FoldedRows({ caption, head, rows }: Extract<LegalBlock, { kind: 'table' }>) {
  const [, ...labels] = head
  return (
    <table className={styles.rows}>
      <caption className="visually-hidden">{caption}</caption>
      <tbody>
        {rows.map(([first, ...cells]) => (
          <tr key={first}>
            <td>
              <details>
                <summary className={fold.unfolds}>
                  <Named text={first ?? ''} />
                </summary>
                <dl className={styles.facts}>
                  {cells.map((cell, index) => (
                    <div key={labels[index]}>
                      <dt>{labels[index]}</dt>
                      <dd>{cell}</dd>
                    </div>
                  ))}
                </dl>
              </details>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A text whose beginning, up to its first comma or colon, is its name. */
function Named({ text }: { text: string }) {
  const [name = ''] = /^[^:,;]+/.exec(text) ?? []
  return (
    <span>
      <strong>{name}</strong>
      {text.slice(name.length)}
    </span>
  )
}

/** On a phone, or with many columns, each row is a card: the first cell is its heading, and the others carry their labels. */
function Table({ caption, head, rows }: Extract<LegalBlock, { kind: 'table' }>) {
  const [, ...labels] = head
  return (
    <table className={head.length > COLUMNS_MAX ? styles.cards : styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {head.map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...cells]) => (
          <tr key={first}>
            <th scope="row">{first}</th>
            {cells.map((cell, index) => (
              <td key={labels[index]} data-label={labels[index]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A list as the foundation has written it. */
function Items({ isNumbered, items }: Extract<LegalBlock, { kind: 'items' }>) {
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

function Pieces({ pieces }: { pieces: LegalPiece[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the document never changes while it is shown.
  return pieces.map((piece, index) => <Piece key={index} piece={piece} />)
}

function Piece({ piece: { text, href, isStrong } }: { piece: LegalPiece }) {
  const content = isStrong ? <strong>{text}</strong> : text
  return href ? <a href={href}>{content}</a> : content
}
