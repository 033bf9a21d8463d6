import { callsByNoun } from '@petsetu/contract/calls.ts'
import type { Call } from '@petsetu/contract/platform/call.ts'
import type { Plugin } from 'vite'

const NOUN_FILE = /contract\/src\/(?:\w+\/)?(\w+)\.ts$/
const nouns: Record<string, Record<string, Call>> = callsByNoun

/**
 * Replaces the calls of the contract by their addresses in the browser's build: a page needs no schemas to make a call. The rest
 * of a contract file, with the schemas, goes into a chunk of its own, which is loaded where a form imports it.
 */
export const callsByAddress: Plugin = {
  name: 'calls-by-address',
  apply: (_, { isSsrBuild }) => !isSsrBuild,
  load(id) {
    const noun = NOUN_FILE.exec(id)?.[1] ?? ''
    const calls = nouns[noun]
    if (!calls) return null
    const name = `${noun.replace(/s$/, '')}Calls`
    return `export * from '${id}?schemas'\nexport const ${name} = ${JSON.stringify(addressesOf(calls))}`
  },
}

function addressesOf(calls: Record<string, Call>) {
  const addresses = Object.entries(calls).map(([name, call]) => {
    const { method, path, file, multipart, moreFiles, idempotent } = call
    return [name, { method, path, file, multipart, moreFiles, idempotent }]
  })
  return Object.fromEntries(addresses)
}
