import { problem } from '@petsetu/contract/platform/problem.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { HttpError } from '../../platform/errors.ts'

// Far more than people write; deeper, a program that follows it would run out of stack.
const DEPTH_MAX = 50

/** Markdown as a tree, with the tables of GitHub. */
export function parseMarkdown(markdown: string): Root {
  return fromMarkdown(markdown, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })
}

/** False for a text of so many parts within each other that it could not be shown. */
export function canBeShown(markdown: string): boolean {
  try {
    return depthOf(parseMarkdown(markdown)) <= DEPTH_MAX
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function depthOf(node: Nodes): number {
  return 'children' in node ? 1 + Math.max(0, ...node.children.map(depthOf)) : 1
}

/** For a text of more parts within each other than can be shown. */
export const tooDeep = () =>
  new HttpError(400, 'invalid_fields', { fields: { markdown: problem('tooDeep') }, values: pluralValues(1) })
