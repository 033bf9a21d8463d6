import { dictionary } from '@zxcvbn-ts/language-common'
import type { Plugin } from 'vite'

const MODULE = 'virtual:common-passwords'
const COUNT = 10_000
const LENGTH_MIN = 6

/** The most used of the passwords that somebody could choose here, as one text: 35 kB, where the whole list is 200. */
export const commonPasswords: Plugin = {
  name: 'common-passwords',
  resolveId: (source) => (source === MODULE ? `\0${MODULE}` : null),
  load(id) {
    if (id !== `\0${MODULE}`) return null
    const passwords = dictionary['passwords-common'].filter((password) => password.length >= LENGTH_MIN)
    return `export default ${JSON.stringify(passwords.slice(0, COUNT).join(' '))}`
  },
}
