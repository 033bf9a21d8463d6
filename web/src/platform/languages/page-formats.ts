import {
  formatLongDay as formatDayIn,
  formatLongInstant as formatInstantIn,
  formatLongTime as formatTimeIn,
} from '@petsetu/languages/formats.ts'
import { pageLanguage } from './page-language.ts'

/** A calendar day (yyyy-mm-dd) in long form, in the language of the app's page. */
export const formatLongDay = (day: string) => formatDayIn(day, pageLanguage())

/** The same for a sentence, in which it stays on one line. */
export const formatUnbrokenDay = (day: string) => formatLongDay(day).replaceAll(' ', '\u00a0')

/** The Indian day of an instant (ISO 8601) in long form, in the language of the app's page. */
export const formatLongInstant = (instant: string) => formatInstantIn(instant, pageLanguage())

/** The Indian day and time of an instant (ISO 8601), in the language of the app's page. */
export const formatLongTime = (instant: string) => formatTimeIn(instant, pageLanguage())
