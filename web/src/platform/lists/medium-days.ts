import { formatLongInstant } from '@petsetu/languages/formats.ts'
import {
  formatMediumDay as formatDayIn,
  formatMediumInstant as formatInstantIn,
  formatMediumTime as formatTimeIn,
} from '@petsetu/languages/medium-days.ts'
import { pageLanguage } from '../languages/page-language.ts'

/** A calendar day (yyyy-mm-dd) in one line of a table, in the language of the page. */
export const formatMediumDay = (day: string) => formatDayIn(day, pageLanguage())

/** The Indian day of an instant (ISO 8601) in one line of a table, in the language of the page. */
export const formatMediumInstant = (instant: string) => formatInstantIn(instant, pageLanguage())

/** The Indian day of an instant in long form, for a sentence in which it stays on one line. */
export const formatUnbrokenInstant = (instant: string) =>
  formatLongInstant(instant, pageLanguage()).replaceAll(' ', '\u00a0')

/** The Indian day and time of an instant (ISO 8601) in one line of a table, in the language of the page. */
export const formatMediumTime = (instant: string) => formatTimeIn(instant, pageLanguage())
