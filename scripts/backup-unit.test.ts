import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const MANUAL = readFileSync(path.join(import.meta.dirname, '../docs/operating.md'), 'utf8')

/** The lines of the first unit of the manual that holds this text, as [name, value]. */
function unitWith(part: string): string[][] {
  const unit = MANUAL.split('```').find((block) => block.includes('[Service]') && block.includes(part)) ?? ''
  return unit.split('\n').flatMap((line) => {
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name, value]]
  })
}

const valuesOf = (unit: string[][], name: string) =>
  unit.flatMap(([one, value = '']) => (one === name ? value.split(' ') : []))
const isBelow = (folder: string, parents: string[]) => parents.some((parent) => `${folder}/`.startsWith(`${parent}/`))

// CFG-4
test('the units of the manual may write where their program writes', () => {
  for (const part of ['scripts/backup.ts', 'server/src/main.ts']) {
    const unit = unitWith(part)
    expect(valuesOf(unit, 'ProtectSystem')).toEqual(['strict'])
    const writable = [
      ...valuesOf(unit, 'ReadWritePaths'),
      ...valuesOf(unit, 'StateDirectory').map((name) => `/var/lib/${name}`),
      ...valuesOf(unit, 'CacheDirectory').map((name) => `/var/cache/${name}`),
    ]
    const [, target] = /--to (\/\S+)\/\$/.exec(valuesOf(unit, 'ExecStart').join(' ')) ?? []
    const settings = valuesOf(unit, 'Environment').map((setting) => setting.split('='))
    // The back-up locks the data folder, and starts the embedded database if the program does not run.
    const dataDir = settings.find(([name]) => name === 'DATA_DIR')?.[1]
    const cache = settings.find(([name]) => name === 'NODE_COMPILE_CACHE')?.[1]
    const written = [dataDir, cache, target].filter((folder) => folder !== undefined)
    expect(written.length).toBeGreaterThan(1)
    for (const folder of written) expect.soft(isBelow(folder, writable), `${part} writes to ${folder}`).toBe(true)
  }
})
