import type { RabiesValidity } from '@petsetu/contract/site/public-pages.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import { useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { CareDetails } from './care-details.tsx'
import styles from './care-section.module.css'
import { Icon } from './icon.tsx'
import page from './pet-detail-page.module.css'
import { isGiven, type PetViewModel } from './pet-view-model.ts'
import { Section } from './section.tsx'

/** Shows the treatments of the pet, and the day until which its rabies vaccination is valid. */
export function CareSection({ viewModel: { rabies, care } }: { viewModel: PetViewModel }) {
  const text = useText()
  return (
    rabies && (
      <Section title={text('finder.care')}>
        <Rabies rabies={rabies} />
        <ul className={styles.care}>
          {care.map((entry) => (
            <li key={entry.nameId}>
              <Icon name={entry.nameId.replace('finder.', '')} />
              <h3>{text(entry.nameId)}</h3>
              {isGiven(entry) ? (
                <CareDetails entry={entry} />
              ) : (
                <span className={page.soft}>{text('finder.notProvided')}</span>
              )}
            </li>
          ))}
        </ul>
      </Section>
    )
  )
}

function Rabies({ rabies }: { rabies: RabiesValidity }) {
  const text = useText()
  const language = useLanguage()
  if (rabies.state === 'unknown') return <p className={page.soft}>{text('finder.rabiesUnknown')}</p>
  if (rabies.state === 'expired') return <p className={page.strong}>{text('finder.rabiesExpired')}</p>
  if (rabies.state === 'given')
    return <p className={page.strong}>{text('finder.rabiesGiven', { day: formatLongDay(rabies.day, language) })}</p>
  return <p className={page.strong}>{text('finder.rabiesValid', { day: formatLongDay(rabies.until, language) })}</p>
}
