import { counted } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconSearch, IconSearchOff } from '@tabler/icons-react'
import { useText } from '../languages/use-text.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import type { FoundThings } from './use-options.ts'

type Props = { typed: string; found: FoundThings | undefined; isSearching: boolean }

/** Says how many results there are, or what to do without any. A screen reader says each change. */
export function SearchStatus({ typed, found, isSearching }: Props) {
  const text = useText()
  const count = found ? found.exact.length + found.groups.reduce((sum, { results }) => sum + results.length, 0) : 0
  return (
    <>
      <p className="visually-hidden" role="status">
        {isSearching ? text('adminSearch.searching') : describeResults(text, typed, found, count)}
      </p>
      {count === 0 && (!found || !isSearching) && <Nothing typed={typed} found={found} />}
    </>
  )
}

function describeResults(text: Translate, typed: string, found: FoundThings | undefined, count: number): string {
  if (!found) return ''
  if (count > 0) return text('adminSearch.count', counted(count))
  return found.is_too_short ? text('adminSearch.tooShort') : text('adminSearch.none', { typed })
}

function Nothing({ typed, found }: { typed: string; found: FoundThings | undefined }) {
  const text = useText()
  if (!found) return <EmptyState icon={<IconSearch size={36} stroke={1.5} />} message={text('adminSearch.hint')} />
  if (found.is_too_short)
    return <EmptyState icon={<IconSearch size={36} stroke={1.5} />} message={text('adminSearch.tooShort')} />
  return (
    <EmptyState icon={<IconSearchOff size={36} stroke={1.5} />} message={text('adminSearch.none', { typed })}>
      <p>{text('adminSearch.noneHint')}</p>
    </EmptyState>
  )
}
