import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { BUGS, type Bug, type Patch } from './bugs.ts'

const ROOT = path.join(import.meta.dirname, '../../../..')

/** Patches modules in memory as this process loads them; files stay unchanged. */
export function plant(name: string): Bug {
  const bug = BUGS.find((candidate) => candidate.name === name)
  if (!bug) throw new Error(`There is no bug '${name}'`)
  const changed = Map.groupBy(bug.patches ?? [], ({ file }) => path.join(ROOT, file))
  registerHooks({
    load(url, context, nextLoad) {
      const patches = url.startsWith('file:') ? changed.get(fileURLToPath(url)) : undefined
      if (!patches) return nextLoad(url, context)
      const source = patches.reduce(apply, readFileSync(fileURLToPath(url), 'utf8'))
      return { format: 'module-typescript', source, shortCircuit: true }
    },
  })
  return bug
}

/** Fails unless the text occurs exactly once, so that an outdated patch is noticed. */
export function apply(source: string, { file, from, to }: Patch): string {
  const parts = source.split(from)
  if (parts.length !== 2) throw new Error(`${file} holds this ${parts.length - 1} times, not once: ${from}`)
  return parts.join(to)
}
