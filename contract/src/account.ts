import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { z } from 'zod'
import { call } from './call.ts'
import { success } from './envelope.ts'

const LanguageChoice = z.object({ language: z.enum(LANGUAGES) })

export const accountCalls = {
  chooseLanguage: call({
    method: 'PUT',
    path: '/api/account/language',
    access: 'signed-in',
    summary: "Choose the language of one's own account",
    body: LanguageChoice,
    reply: success(LanguageChoice),
  }),
}
