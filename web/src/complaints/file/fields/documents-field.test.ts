import { expect, test } from 'vitest'
import { checkDocument } from './documents-field.tsx'

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const BYTES_MAX = 5 * 1024 * 1024

function file(bytes: number[] | string, size = 0): Blob {
  const start = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : Uint8Array.from(bytes)
  return new Blob([start, new Uint8Array(Math.max(0, size - start.length))])
}

// CMP-2
test('PDF, JPG and PNG are recognised by their first bytes', async () => {
  for (const start of ['%PDF-1.7\n', [0xff, 0xd8, 0xff, 0xe0], PNG]) expect(await checkDocument(file(start))).toBeNull()
})

// CMP-2
test('anything else is rejected, whatever its name', async () => {
  for (const start of ['<svg xmlns=', '<html>', 'MZ\u0090', 'GIF89a', 'PK\u0003\u0004', '', '%PD', PNG.slice(0, 7)]) {
    expect(await checkDocument(file(start)), String(start)).toBe('Only PDF, JPG or PNG files are allowed.')
  }
})

// CMP-2
test('5 MB is allowed, one byte more is not', async () => {
  expect(await checkDocument(file(PNG, BYTES_MAX))).toBeNull()
  expect(await checkDocument(file(PNG, BYTES_MAX + 1))).toBe('The file must be 5MB or smaller.')
})
