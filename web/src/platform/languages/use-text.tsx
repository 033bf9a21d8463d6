import type { I18n } from '@lingui/core'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Messages } from '@petsetu/languages/messages.ts'
import { type MessageId, type Translate, translateWith } from '@petsetu/languages/translator.ts'
import { createContext, Fragment, type ReactNode, useContext } from 'react'

// A context and a tag parser of our own: those of `@lingui/react` weigh two kilobytes more on the page behind a tag.
const TextContext = createContext<I18n | null>(null)

/** Gives all components below it their texts. */
export function TextProvider({ i18n, children }: { i18n: I18n; children: ReactNode }) {
  return <TextContext value={i18n}>{children}</TextContext>
}

function useI18n(): I18n {
  const i18n = useContext(TextContext)
  if (!i18n) throw new Error('No TextProvider')
  return i18n
}

/** The texts of this page's language: `text('home.headline')`, `text('home.fee', { amount })`. */
export function useText(): Translate {
  return translateWith(useI18n())
}

/** The language of this page. */
export function useLanguage(): Language {
  return useI18n().locale as Language
}

type Render = (content: string) => ReactNode
type TagId = { [Id in MessageId]: 'tag' extends Messages[Id][keyof Messages[Id]] ? Id : never }[MessageId]
type Fill<Id extends MessageId> = {
  [Name in keyof Messages[Id]]: Messages[Id][Name] extends 'tag' ? Render : string | number
}

const TAG = /<(\w+)(?:\/>|>(.*?)<\/\1>)/s

/**
 * A text with markup. For a text such as `Read <link>the terms</link>`:
 * `<RichText id="complaint.terms" fill={{ link: (content) => <a href="/terms">{content}</a> }} />`.
 * What people typed goes in as a tag `<name/>`, too, because a value may hold the signs of a tag.
 */
export function RichText<Id extends TagId>({ id, fill }: { id: Id; fill: Fill<Id> }) {
  const renders = fill as Record<string, Render | string | number>
  // Text, then for each tag its name, its content and the text after it.
  const pieces = useI18n()._(id, renders).split(TAG)
  return pieces.map((piece, index) => {
    if (index % 3 === 2) return null
    const render = index % 3 === 1 ? renders[piece] : null
    const shown = typeof render === 'function' ? render(pieces[index + 1] ?? '') : piece
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change their places
    return <Fragment key={index}>{shown}</Fragment>
  })
}
