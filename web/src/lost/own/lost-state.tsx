import { Button } from '@mantine/core'
import { IconHome } from '@tabler/icons-react'
import { formatLongDay } from '../../languages/page-text.ts'
import { useText } from '../../languages/use-text.tsx'
import classes from './lost-pet-page.module.css'
import { type OwnPet, useEndLost } from './use-lost.ts'

/** Tells if the pet is lost; if so, with the button that ends it. */
export function LostState({ pet }: { pet: OwnPet }) {
  const text = useText()
  const ending = useEndLost()
  const { petName: name, lost } = pet
  if (!lost) {
    return (
      <div>
        <h2 id="lost" className={classes.heading}>
          {text('lostPet.isLost', { name })}
        </h2>
        <p className={classes.hint}>{text('lostPet.explanation')}</p>
      </div>
    )
  }
  return (
    <div className={classes.state}>
      <h2 id="lost" className={classes.heading}>
        {text('lostPet.marked', { name })}
      </h2>
      <p>{text('lostPet.markedSince', { day: formatLongDay(lost.since), area: lost.area })}</p>
      <Button
        leftSection={<IconHome size={18} aria-hidden />}
        loading={ending.isBusy}
        onClick={() => ending.start(pet)}
      >
        {text('lostPet.home')}
      </Button>
    </div>
  )
}
