import type { Call } from '@petsetu/contract/platform/call.ts'
import type { Plugin } from 'vite'

const CONTRACT_FILE = /\/contract\/src\/.+\.ts$/

/**
 * Replaces the calls of the contract by their addresses in the browser's build: a page needs no schemas to make a call. The rest
 * of a contract file, with the schemas, goes into a chunk of its own, which is loaded where a form imports it.
 */
export const callsByAddress: Plugin = {
  name: 'calls-by-address',
  apply: (_, { isSsrBuild }) => !isSsrBuild,
  async load(id) {
    if (!CONTRACT_FILE.test(id)) return null
    const exported: Record<string, Record<string, Call>> = await import(id)
    const calls = Object.entries(exported).filter(([name]) => /^\w+Calls$/.test(name))
    if (calls.length === 0) return null
    const addresses = calls.map(([name, calls]) => `export const ${name} = ${JSON.stringify(addressesOf(calls))}`)
    return [`export * from '${id}?schemas'`, ...addresses].join('\n')
  },
}

function addressesOf(calls: Record<string, Call>) {
  const addresses = Object.entries(calls).map(([name, call]) => {
    const { method, path, file, multipart, moreFiles, idempotent } = call
    return [name, { method, path, file, multipart, moreFiles, idempotent }]
  })
  return Object.fromEntries(addresses)
}
