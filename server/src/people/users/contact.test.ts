import { expect, test } from 'vitest'
import { mailboxOf } from './contact.ts'

// ACC-1, MAIL-3
test.for([
  ['Asha@Example.org', 'asha@example.org'],
  ['asha+pets@example.org', 'asha@example.org'],
  ['asha+a+b@example.org', 'asha@example.org'],
  ['a.sha+x@gmail.com', 'asha@gmail.com'],
  ['a.s.h.a@GoogleMail.com', 'asha@gmail.com'],
  ['a.sha@example.org', 'a.sha@example.org'],
  ['+x@example.org', '+x@example.org'],
])('the mailbox of %s is %s', ([email, mailbox]) => {
  expect(mailboxOf(email ?? '')).toBe(mailbox)
})
