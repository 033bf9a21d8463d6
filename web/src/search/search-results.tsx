import type { SearchKind, SearchResult } from '@petsetu/contract/search.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import {
  IconCertificate,
  IconCoinRupee,
  IconHeartHandshake,
  IconMessageReport,
  IconPaw,
  type IconProps,
  IconReceipt,
  IconTag,
  IconUser,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useText } from '../languages/use-text.tsx'
import classes from './search-box.module.css'
import { STATUS_LABELS } from './status-labels.ts'
import type { FoundThings, Options } from './use-options.ts'

const KINDS: Record<SearchKind, { label: PlainId; icon: ComponentType<IconProps> }> = {
  pet: { label: 'adminSearch.pets', icon: IconPaw },
  tag: { label: 'adminSearch.tags', icon: IconTag },
  user: { label: 'adminSearch.people', icon: IconUser },
  complaint: { label: 'adminSearch.complaints', icon: IconMessageReport },
  membership: { label: 'adminSearch.memberships', icon: IconCertificate },
  donation: { label: 'adminSearch.donations', icon: IconHeartHandshake },
  payment: { label: 'adminSearch.payments', icon: IconCoinRupee },
  receipt: { label: 'adminSearch.receipts', icon: IconReceipt },
}

type Props = { listId: string; found: FoundThings; options: Options }

export function SearchResults({ listId, found, options }: Props) {
  const text = useText()
  return (
    <div id={listId} role="listbox" aria-label={text('adminSearch.results')}>
      <Group label={text('adminSearch.exact')} results={found.exact} options={options} />
      {found.groups.map(({ kind, results }) => (
        <Group key={kind} label={text(KINDS[kind].label)} results={results} options={options} />
      ))}
    </div>
  )
}

function Group({ label, results, options }: { label: string; results: SearchResult[]; options: Options }) {
  if (results.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options is no group of fields.
    <div role="group" aria-label={label}>
      <p className={classes.group} aria-hidden>
        {label}
      </p>
      {results.map((result) => (
        <Option key={`${result.kind} ${result.id}`} result={result} options={options} />
      ))}
    </div>
  )
}

function Option({ result, options }: { result: SearchResult; options: Options }) {
  const text = useText()
  const id = options.idOf(result)
  const { icon: Icon, label } = KINDS[result.kind]
  const status = STATUS_LABELS[result.kind]?.[result.status ?? '']
  return (
    // The keys are at the field, which keeps the focus.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    // biome-ignore lint/a11y/useFocusableInteractive: see above.
    <div
      id={id}
      className={classes.option}
      role="option"
      aria-selected={id === options.activeId}
      onClick={() => options.open(result.path)}
    >
      <Icon size={22} stroke={1.75} aria-hidden />
      <span className={classes.words}>
        <strong>{result.title}</strong>
        <span className="visually-hidden">&nbsp;{text(label)}&nbsp;</span>
        {result.detail && <small>{result.detail}</small>}
      </span>
      {status && <span className={classes.status}>{text(status)}</span>}
    </div>
  )
}
