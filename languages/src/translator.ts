import { type I18n, setupI18n } from '@lingui/core'
import type { Language } from './languages.ts'
import type { Messages } from './messages.ts'

/** The id of a text, such as `home.headline`. */
export type MessageId = keyof Messages

/** The keys of the texts in one namespace: `headline` in `home`. */
export type KeyIn<Namespace extends string> = {
  [Id in MessageId]: Id extends `${Namespace}.${infer Key}` ? Key : never
}[MessageId]

/** Compiled texts of one language by id, as `@lingui/core` reads them. */
export type Catalogue = NonNullable<Parameters<I18n['loadAndActivate']>[0]['messages']>

type Value = string | number

/** The placeholders of a text that are values, each with its value. */
export type Values<Id extends MessageId> = {
  [Name in keyof Messages[Id] as Messages[Id][Name] extends 'value' ? Name : never]: Value
}

/** The ids of texts without a placeholder. */
export type PlainId = { [Id in MessageId]: keyof Messages[Id] extends never ? Id : never }[MessageId]

/** The ids of texts without markup. */
export type TextId = { [Id in MessageId]: 'tag' extends Messages[Id][keyof Messages[Id]] ? never : Id }[MessageId]

/** Gives a text in one language. A text with placeholders needs their values. */
export type Translate = <Id extends TextId>(
  id: Id,
  ...values: keyof Messages[Id] extends never ? [] : [values: Values<Id>]
) => string

/** A new instance for each request, so that none sees another one's language. */
export function createI18n(language: Language, catalogue: Catalogue): I18n {
  return setupI18n({
    locale: language,
    messages: { [language]: catalogue },
    // A bug that `npm run check` finds, except where a page did not load the part of the catalogue that it uses. The page is
    // shown all the same; tests of pages fail for every console error.
    missing: (_, id) => {
      console.error(`No text ${id} in ${language}`)
      return id
    },
  })
}

export function translateWith(i18n: I18n): Translate {
  return (id, ...values) => i18n._(id, values[0] as Record<string, unknown> | undefined)
}
