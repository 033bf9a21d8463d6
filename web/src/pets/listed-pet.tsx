import { Text } from '@mantine/core'
import { petInShort } from '@petsetu/contract/pets/pet-facts.ts'
import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import type { Pet } from '@petsetu/contract/pets/pets.ts'
import type { ReactNode } from 'react'
import { useText } from '../platform/languages/use-text.tsx'
import card from '../platform/ui/layout/card.module.css'
import { PetPicture } from '../shared/pets/pet-picture.tsx'
import classes from './listed-pet.module.css'

type Props = {
  pet: Pick<Pet, 'petId' | 'petName' | 'petType' | 'petAge' | 'petGender' | 'photos'>
  /** The level of the name among the headings of its page. */
  heading?: 'h2' | 'h3'
  /** The address of a drawing for a pet without a photo. */
  drawing?: string
  /** Links of an own animal: a menu of the rarer ones, and its state. */
  links?: ReactNode
  /** Its place or its owner, where they are not known. */
  facts?: ReactNode
  children: ReactNode
}

// The letters of a word that fit beside the picture.
const LONG_WORD = 14

export function ListedPet({ pet, heading: Heading = 'h2', drawing, links, facts, children }: Props) {
  const text = useText()
  const gender = text(pet.petGender === 'male' ? 'pets.male' : 'pets.female')
  const isLong = pet.petName.split(' ').some(({ length }) => length > LONG_WORD)
  return (
    <li className={`${card.card} ${classes.pet}`}>
      <div className={classes.head}>
        <PetPicture pet={pet} drawing={drawing} />
        <div className={classes.names}>
          <Heading className={classes.name} data-long={isLong || undefined}>
            {pet.petName}
          </Heading>
          <Text c="dimmed">{petInShort(pet, text, gender)}</Text>
          {facts}
          <Text c="dimmed" className={classes.id ?? ''}>
            {groupPetId(pet.petId)}
          </Text>
        </div>
      </div>
      <div className={classes.actions}>{children}</div>
      {links && <div className={classes.links}>{links}</div>}
    </li>
  )
}
