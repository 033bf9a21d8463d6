import { formatLongTime } from '@petsetu/languages/formats.ts'
import { useLanguage, useText } from '../../platform/languages/use-text.tsx'

type LastChange = { changed_by: string | null; changed_at: string | null }

/** Says who has saved last, and when; empty if nobody has, or if the account is deleted. */
export function useWhoChanged(): (change: LastChange) => string {
  const text = useText()
  const language = useLanguage()
  return ({ changed_by: name, changed_at: at }) =>
    name && at ? text('settings.changedBy', { name, time: formatLongTime(at, language) }) : ''
}
