import { expect, test } from 'vitest'
import { openSecret, sealSecret } from './sealed-secret.ts'

const KEY = Buffer.alloc(32, 0x5c)
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

// ACC-6
test('a secret can be decrypted only with its key, for its account, and unchanged', () => {
  const sealed = sealSecret(SECRET, 7, KEY)
  expect(openSecret(sealed, 7, KEY)).toBe(SECRET)
  expect(() => openSecret(sealed, 8, KEY)).toThrow()
  expect(() => openSecret(sealed, 7, Buffer.alloc(32, 0xc5))).toThrow()
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
    expect(() => openSecret(changed, 7, KEY), `byte ${index}`).toThrow()
  }
  for (const length of [0, 11, 27, sealed.length - 1])
    expect(() => openSecret(sealed.subarray(0, length), 7, KEY)).toThrow()
})

// ACC-6
test('the same secret is encrypted differently each time', () => {
  expect(sealSecret(SECRET, 7, KEY)).not.toEqual(sealSecret(SECRET, 7, KEY))
})
