import { Button, Group, Text } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import type { ShownChange } from '@petsetu/contract/pets/pet-schemas.ts'
import { type Pet, petCalls } from '@petsetu/contract/pets/pets.ts'
import { Link } from 'react-router'
import { useText } from '../../platform/languages/use-text.tsx'
import { request } from '../../platform/lib/requests/request.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { TitledCard } from '../../platform/ui/layout/card-parts.tsx'
import classes from './shown-notice.module.css'

// One file for both, because the page that loads them has no room to name another.
export { OwnAnimals } from '../community/own/own-animals.tsx'

const ON_A_PHONE_ALONE = { base: '1 1 100%', xs: 'none' }

const HIDE_ADDRESS: ShownChange = { address: false }
const KEEP: ShownChange = {}

/** Asks the owner of pets from before there was a choice, once, what a finder sees of them. */
export function ShownNotice({ pets }: { pets: Pet[] }) {
  const text = useText()
  const choice = useSave({
    call: petCalls.chooseShown,
    send: (shown: ShownChange) => request(petCalls.chooseShown, { body: { shown } }),
    invalidates: [petCalls.listOwn],
    success: (_, shown) => text(shown === KEEP ? 'shownNotice.kept' : 'shownNotice.hidden'),
    failure: { fallback: text('shownNotice.failed') },
  })
  return (
    <TitledCard
      id="shown-notice"
      title={text('petForm.shown')}
      gap="sm"
      mb="lg"
      style={{ borderInlineStart: '6px solid var(--marigold)' }}
    >
      <Text maw="var(--line-length)">{text('shownNotice.about')}</Text>
      <Group gap="sm">
        <Button
          variant="light"
          flex={ON_A_PHONE_ALONE}
          loading={choice.isBusy}
          onClick={() => choice.start(HIDE_ADDRESS)}
        >
          {text('shownNotice.hide')}
        </Button>
        <Button variant="default" flex={ON_A_PHONE_ALONE} disabled={choice.isBusy} onClick={() => choice.start(KEEP)}>
          {text('shownNotice.keep')}
        </Button>
      </Group>
      <Text maw="var(--line-length)">{text('shownNotice.each')}</Text>
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
