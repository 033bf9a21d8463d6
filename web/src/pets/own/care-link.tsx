import { type CareDue, careCalls } from '@petsetu/contract/care.ts'
import { CARE_KIND_TEXTS } from '@petsetu/contract/care-kinds.ts'
import { today } from '@petsetu/contract/dates.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { Pet } from '@petsetu/contract/pets.ts'
import { IconVaccine } from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatLongDay } from '../../languages/page-text.ts'
import { RichText, useText } from '../../languages/use-text.tsx'
import { callQuery } from '../../lib/call-query.ts'
import { screenReaderOnly } from '../../ui/layout/screen-reader-only.tsx'

export const careDue = () => callQuery(careCalls.listDue, {})

/** Leads to the care of a pet, and says what is due next. */
export function CareLink({ pet, due }: { pet: Pet; due: CareDue | undefined }) {
  return (
    <Link to={paths.care.to({ petId: pet.petId })}>
      <IconVaccine size={18} stroke={1.75} aria-hidden />
      <span>
        {due && <Due due={due} />}
        {due ? (
          screenReaderOnly(pet.petName)
        ) : (
          <RichText id="pets.care" fill={{ name: () => screenReaderOnly(pet.petName) }} />
        )}
      </span>
    </Link>
  )
}

function Due({ due }: { due: CareDue }) {
  const text = useText()
  const words = { kind: text(CARE_KIND_TEXTS[due.kind]), day: formatLongDay(due.day) }
  return text(due.day < today() ? 'care.dueWas' : 'care.dueOn', words)
}
