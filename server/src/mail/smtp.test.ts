import { expect, test } from 'vitest'
import { isThisMachine } from './smtp.ts'

test('MAIL-2 V12.3.1 a mail server on another machine has to encrypt', () => {
  for (const url of ['smtp://127.0.0.1:2525', 'smtp://localhost', 'smtp://[::1]:25'])
    expect(isThisMachine(url)).toBe(true)
  for (const url of ['smtp://mail.example.org', 'smtp://127.0.0.1.example.org', 'smtp://10.0.0.5:587']) {
    expect(isThisMachine(url)).toBe(false)
  }
})
