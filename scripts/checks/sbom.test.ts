import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../..')

type Packages = Record<string, string>

const readJson = async <T>(file: string): Promise<T> => JSON.parse(await readFile(path.join(ROOT, file), 'utf8')) as T

// With `--omit dev` npm leaves out what a tool of ours needs as well, the database driver among them.
// CFG-2, V15.1.2
test('npm run sbom lists every package that the program runs on, with its version', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
  })
  const { bomFormat, components } = JSON.parse(stdout) as {
    bomFormat: string
    components: { purl: string; version: string }[]
  }
  expect(bomFormat).toBe('CycloneDX')
  const listed = new Set(components.map((component) => decodeURIComponent(component.purl)))
  const { packages } = await readJson<{ packages: Record<string, { version: string }> }>('package-lock.json')
  for (const folder of ['contract', 'server', 'web', 'sandbox']) {
    const { dependencies = {} } = await readJson<{ dependencies?: Packages }>(`${folder}/package.json`)
    for (const name of Object.keys(dependencies)) {
      const installed = packages[`${folder}/node_modules/${name}`] ?? packages[`node_modules/${name}`]
      const version = name.startsWith('@petsetu/')
        ? packages[name.replace('@petsetu/', '')]?.version
        : installed?.version
      expect.soft([...listed], `${name} of ${folder}`).toContain(`pkg:npm/${name}@${version}`)
    }
  }
})
