import { Button, Group, Text } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import type { ShownChange } from '@petsetu/contract/pets/pet-schemas.ts'
import { type Pet, petCalls } from '@petsetu/contract/pets/pets.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { Link } from 'react-router'
import { useText } from '../../platform/languages/use-text.tsx'
import { request } from '../../platform/lib/requests/request.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { TitledCard } from '../../platform/ui/layout/card-parts.tsx'
import classes from './shown-notice.module.css'

// One file for all, because the page that loads them has no room to name another.
export { LastPayment } from '../../shared/payments/last-payment.tsx'
export { OwnAnimals } from '../community/own/own-animals.tsx'

const ON_A_PHONE_ALONE = { base: '1 1 100%', xs: 'none' }

const HIDE_ADDRESS: ShownChange = { address: false }
const SHOW_CONTACT: ShownChange = { contact: true, ownerName: true, area: true }
const KEEP: ShownChange = {}

/** Finders do not see this of a pet: the contact, without which they can only write, something else, or nothing. */
type Hidden = 'contact' | 'other' | 'nothing'

const ABOUT = {
  contact: 'shownNotice.aboutNoContact',
  other: 'shownNotice.aboutPart',
  nothing: 'shownNotice.about',
} as const satisfies Record<Hidden, PlainId>

function hiddenOf({ shown }: Pet): Hidden {
  if (!shown.contact) return 'contact'
  return Object.values(shown).includes(false) ? 'other' : 'nothing'
}

/**
 * Asks the owner of pets for which nobody has chosen, once, what a finder sees of them. Pets of which different things are hidden have no
 * answer in common: those of the first kind are chosen for one by one.
 */
export function ShownNotice({ pets: due }: { pets: Pet[] }) {
  const text = useText()
  const all = due.map(hiddenOf)
  const hidden = (['contact', 'other', 'nothing'] as const).find((each) => all.includes(each)) ?? 'nothing'
  const pets = due.filter((pet) => hiddenOf(pet) === hidden)
  return (
    <TitledCard
      id="shown-notice"
      title={text('petForm.shown')}
      gap="sm"
      mb="lg"
      style={{ borderInlineStart: '6px solid var(--marigold)' }}
    >
      <Text maw="var(--line-length)">{text(ABOUT[hidden])}</Text>
      {pets.length === due.length && <AnswerForAll pets={pets} hidden={hidden} />}
      <Group component="ul" className={classes.pets ?? ''} gap="0 24px" m="-12px 0 0">
        {pets.map(({ id, petName: name }) => (
          <li key={id}>
            <Link to={{ pathname: paths.petForm.to({}), search: `?id=${id}`, hash: '#shown' }}>
              {text('shownNotice.choose', { name })}
            </Link>
          </li>
        ))}
      </Group>
    </TitledCard>
  )
}

function AnswerForAll({ pets, hidden }: { pets: Pet[]; hidden: Hidden }) {
  const text = useText()
  const choice = useSave({
    call: petCalls.chooseShown,
    // Something else may be hidden of the pets on other pages, which are not seen here.
    send: (shown: ShownChange) => request(petCalls.chooseShown, { body: { shown, ids: pets.map(({ id }) => id) } }),
    invalidates: [petCalls.listOwn],
    success: (_, shown) => text(saidOf(shown, hidden)),
    failure: { fallback: text('shownNotice.failed') },
  })
  const offer = offerFor(pets, hidden)
  return (
    <>
      <Group gap="sm">
        {offer && (
          <Button variant="light" flex={ON_A_PHONE_ALONE} loading={choice.isBusy} onClick={() => choice.start(offer)}>
            {text(offer === SHOW_CONTACT ? 'shownNotice.showContact' : 'shownNotice.hide')}
          </Button>
        )}
        <Button variant="default" flex={ON_A_PHONE_ALONE} disabled={choice.isBusy} onClick={() => choice.start(KEEP)}>
          {text(hidden === 'nothing' ? 'shownNotice.keep' : 'shownNotice.keepAsItIs')}
        </Button>
      </Group>
      <Text maw="var(--line-length)">{text('shownNotice.each')}</Text>
    </>
  )
}

/** The change that helps finders or protects the owner; null if there is none, since no number that could be shown was entered yet. */
function offerFor(pets: Pet[], hidden: Hidden): ShownChange | null {
  if (hidden === 'contact') return pets.every(({ contactDetails }) => contactDetails !== '') ? SHOW_CONTACT : null
  return pets.some(({ shown }) => shown.address) ? HIDE_ADDRESS : null
}

function saidOf(chosen: ShownChange, hidden: Hidden) {
  if (chosen === SHOW_CONTACT) return 'shownNotice.contactShown'
  if (chosen === HIDE_ADDRESS) return 'shownNotice.hidden'
  return hidden === 'nothing' ? 'shownNotice.kept' : 'shownNotice.keptAsItIs'
}
