import { paths } from '@petsetu/contract/paths.ts'
import type { Pet } from '@petsetu/contract/pets.ts'
import { IconMapPin, IconShare } from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatLongDay } from '../../languages/page-text.ts'
import { RichText, useText } from '../../languages/use-text.tsx'
import { screenReaderOnly } from '../../ui/layout/screen-reader-only.tsx'

/** Shows whether the pet is lost, and leads to the page that marks it and prints its poster and card. */
export function LostLinks({ pet: { petId, petName, lost } }: { pet: Pet }) {
  const text = useText()
  const name = () => screenReaderOnly(petName)
  const page = paths.lostPet.to({ petId })
  return (
    <>
      <Link data-lost={lost !== null} to={page}>
        <IconMapPin size={18} stroke={1.75} aria-hidden />
        <span>
          {lost ? (
            <>
              {text('pets.lostSince', { day: formatLongDay(lost.since), area: lost.area })}
              {name()}
            </>
          ) : (
            <RichText id="pets.markLost" fill={{ name }} />
          )}
        </span>
      </Link>
      <Link to={page}>
        <IconShare size={18} stroke={1.75} aria-hidden />
        <span>
          <RichText id="pets.share" fill={{ name }} />
        </span>
      </Link>
    </>
  )
}
