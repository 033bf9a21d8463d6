import { paths } from '@petsetu/contract/paths.ts'
import type { LegalBlock, LegalDocument, LegalPiece } from '@petsetu/contract/site/public-pages.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { List, PhrasingContent, RootContent } from 'mdast'
import { parseMarkdown } from '../../office/settings/parse-markdown.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { otherDocuments } from './legal-parts.ts'

const SAFE_ADDRESS = /^(https?:\/\/|mailto:|tel:|\/(?![/\\]))/i
// The title of the page is a heading of the first level, and sections have one of the second.
const SECTION_DEPTH_MAX = 2

type Sections = LegalDocument['sections']

/** Makes Markdown blocks of text, never markup. `composed` gives the title if the text has none. */
export function formatDocument(markdown: string, composed: LegalDocument, language: Language): LegalDocument {
  const { children } = parseMarkdown(markdown)
  const [first, ...others] = children
  const title = first?.type === 'heading' && first.depth === 1 ? plainText(first.children) : null
  const sections = sectionsOf(title === null ? children : others)
  return {
    name: composed.name,
    title: title || composed.title,
    description: composed.description,
    intro: [],
    sections: [...sections, readAlso(composed, language)],
  }
}

function readAlso({ name }: LegalDocument, language: Language): Sections[number] {
  const text = textsIn(language)
  const ask = { text: text('legalPrivacy.ask'), href: paths.privacyRequest.to({}) }
  // A right of its readers, which a text of the foundation's own may forget to mention.
  const blocks: LegalBlock[] = name === 'privacy' ? [{ kind: 'links', links: [ask] }] : []
  return { heading: text('legal.readAlso'), blocks: [...blocks, otherDocuments(text, name)] }
}

function sectionsOf(nodes: RootContent[]): Sections {
  const sections: Sections = []
  for (const node of nodes) {
    if (node.type === 'heading' && node.depth <= SECTION_DEPTH_MAX) {
      sections.push({ heading: plainText(node.children), blocks: [] })
      continue
    }
    if (sections.length === 0) sections.push({ heading: '', blocks: [] })
    sections.at(-1)?.blocks.push(...blocksOf(node))
  }
  return sections
}

function blocksOf(node: RootContent): LegalBlock[] {
  if (node.type === 'heading') return [{ kind: 'heading', text: plainText(node.children) }]
  if (node.type === 'paragraph') return [{ kind: 'paragraph', pieces: piecesOf(node.children) }]
  if (node.type === 'list') {
    return [{ kind: 'items', isNumbered: node.ordered === true, items: itemsOf(node) }]
  }
  if (node.type === 'table') {
    const [head = [], ...rows] = node.children.map((row) => row.children.map((cell) => plainText(cell.children)))
    return [{ kind: 'table', caption: head.join(', '), head, rows }]
  }
  if (node.type === 'blockquote') return node.children.flatMap(blocksOf)
  const pieces = piecesOf([node])
  return pieces.length > 0 ? [{ kind: 'paragraph', pieces }] : []
}

/** The items of a list; those of a list inside of it follow theirs. */
function itemsOf({ children }: List): LegalPiece[][] {
  return children.flatMap((item) => {
    const own = item.children.flatMap((child) => (child.type === 'list' ? [] : [...piecesOf([child]), { text: ' ' }]))
    return [own.slice(0, -1), ...item.children.flatMap((child) => (child.type === 'list' ? itemsOf(child) : []))]
  })
}

/** The text of these nodes with its links and what is important; HTML is text, and unsafe links lose their address. */
function piecesOf(nodes: (RootContent | PhrasingContent)[], around: Omit<LegalPiece, 'text'> = {}): LegalPiece[] {
  return nodes.flatMap((node): LegalPiece[] => {
    if (node.type === 'break') return [{ ...around, text: ' ' }]
    if (node.type === 'image') return node.alt ? [{ ...around, text: node.alt }] : []
    if ('value' in node) return [{ ...around, text: node.value }]
    if (!('children' in node)) return []
    const inside = { ...around }
    if (node.type === 'strong') inside.isStrong = true
    if (node.type === 'link' && SAFE_ADDRESS.test(node.url)) inside.href = node.url
    return piecesOf(node.children, inside)
  })
}

function plainText(nodes: PhrasingContent[]): string {
  return piecesOf(nodes)
    .map(({ text }) => text)
    .join('')
}
