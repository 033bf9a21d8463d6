import { dictionary } from '@zxcvbn-ts/language-common'
import type { Plugin } from 'vite'

const MODULE = 'virtual:common-passwords'
const COUNT = 10_000
const LENGTH_MIN = 6

/** The ten thousand most used passwords that are long enough, as one text: 35 kB instead of 200 kB for the whole list. */
export const commonPasswords: Plugin = {
  name: 'common-passwords',
  resolveId: (source) => (source === MODULE ? `\0${MODULE}` : null),
  load(id) {
    if (id !== `\0${MODULE}`) return null
    const passwords = dictionary['passwords-common'].filter((password) => password.length >= LENGTH_MIN)
    return `export default ${JSON.stringify(passwords.slice(0, COUNT).join(' '))}`
  },
}
