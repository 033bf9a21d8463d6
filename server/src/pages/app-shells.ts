import { paths, type ShellPage } from '@petsetu/contract/paths.ts'
import type { AppSite } from '@petsetu/contract/site.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { textsIn } from '../languages/texts.ts'
import type { BuiltPages } from './built-pages.ts'
import { type EncodedHtml, encodeOnce } from './send-html.ts'
import { appShellHtml } from './shell.ts'
import { clearedOnChange } from './site-now.ts'

const FOR_SEARCH = [
  'complaint',
  'donate',
  'login',
  'premiumMembership',
  'privacyRequest',
  'register',
  'regularMembership',
] as const satisfies ShellPage[]

const isForSearch = (page: ShellPage): page is (typeof FOR_SEARCH)[number] =>
  FOR_SEARCH.some((described) => described === page)

export type AppShells = (page: ShellPage, language: Language) => EncodedHtml

/** The shell of each page in each language, made when it is first asked for. */
export function appShells(built: BuiltPages, siteNow: () => AppSite): AppShells {
  const made = new Map<string, EncodedHtml>()
  const latestSite = clearedOnChange(siteNow, () => made.clear())
  return (page, language) => {
    const site = latestSite()
    const key = `${page} ${language}`
    const known = made.get(key)
    if (known) return known
    const text = textsIn(language)
    const { area, pattern } = paths[page]
    const head = {
      title: text(`titles.${page}`),
      description: isForSearch(page) ? text(`pageDescriptions.${page}`) : null,
      path: pattern.includes('{') ? null : pattern,
    }
    const isFurther = area === 'admin' && page !== 'admin'
    const shell = encodeOnce(
      appShellHtml(built, site, { page: head, language, further: isFurther ? [built.adminPages.script] : [] }),
    )
    made.set(key, shell)
    return shell
  }
}
