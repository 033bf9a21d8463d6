import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const FOLDER = path.join(import.meta.dirname, 'config')

/** Writes a file of `config/` to `target` with the values of its `${NAMES}` filled in. */
export async function fillTemplate(name: string, target: string, values: Record<string, string | number>) {
  const template = await readFile(path.join(FOLDER, name), 'utf8')
  const filled = template.replaceAll(/\$\{([A-Z_0-9]+)\}/g, (_, key: string) => {
    const { [key]: value } = values
    if (value === undefined) throw new Error(`${name} needs a value for ${key}`)
    return String(value)
  })
  await writeFile(target, filled)
}
