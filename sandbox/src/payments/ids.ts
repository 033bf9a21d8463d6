import { randomInt } from 'node:crypto'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

type Prefix = 'order' | 'pay' | 'rfnd'

export function newId(prefix: Prefix): string {
  return `${prefix}_${newEventId()}`
}

/** 14 letters and digits, as observed at the provider. */
export function newEventId(): string {
  return Array.from({ length: 14 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

export function isId(prefix: Prefix, id: string): boolean {
  return new RegExp(`^${prefix}_[A-Za-z0-9]{14}$`).test(id)
}

/** Unix seconds, as the provider counts. */
export function unixNow(): number {
  return Math.floor(Date.now() / 1_000)
}
