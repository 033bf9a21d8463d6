import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import type { ShownChange } from '@petsetu/contract/pets/pet-schemas.ts'
import { type Pet, petCalls } from '@petsetu/contract/pets/pets.ts'
import { Link } from 'react-router'
import { useText } from '../../platform/languages/use-text.tsx'
import { request } from '../../platform/lib/requests/request.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import card from '../../platform/ui/layout/card.module.css'
import classes from './shown-notice.module.css'

// One file for both, because the page that loads them has no room to name another.
export { OwnAnimals } from '../community/own/own-animals.tsx'

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
    <section className={`${card.card} ${classes.notice}`} aria-labelledby="shown-notice">
      <h2 className={classes.heading} id="shown-notice">
        {text('petForm.shown')}
      </h2>
      <p>{text('shownNotice.about')}</p>
      <div className={classes.actions}>
        <Button variant="light" loading={choice.isBusy} onClick={() => choice.start(HIDE_ADDRESS)}>
          {text('shownNotice.hide')}
        </Button>
        <Button variant="default" disabled={choice.isBusy} onClick={() => choice.start(KEEP)}>
          {text('shownNotice.keep')}
        </Button>
      </div>
      <p>{text('shownNotice.each')}</p>
      <ul className={classes.pets}>
        {pets.map(({ id, petName: name }) => (
          <li key={id}>
            <Link to={{ pathname: paths.petForm.to({}), search: `?id=${id}`, hash: '#shown' }}>
              {text('shownNotice.choose', { name })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
