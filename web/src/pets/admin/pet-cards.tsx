import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import type { Pet } from '@petsetu/contract/pets.ts'
import { IconExternalLink, IconPencil } from '@tabler/icons-react'
import { Link } from 'react-router'
import { RichText } from '../../languages/use-text.tsx'
import card from '../../ui/layout/card.module.css'
import { screenReaderOnly } from '../../ui/layout/screen-reader-only.tsx'
import { DeleteButton } from '../../ui/table/delete-button.tsx'
import { ListedPet } from '../listed-pet.tsx'

export type PetsProps = { pets: Pet[]; isDeleting: (pet: Pet) => boolean; onDelete: (pet: Pet) => void }

export function PetCards({ pets, isDeleting, onDelete }: PetsProps) {
  return (
    <ul className={card.grid}>
      {pets.map((pet) => (
        <ListedPet key={pet.id} pet={pet}>
          <Actions pet={pet} isDeleting={isDeleting(pet)} onDelete={() => onDelete(pet)} />
        </ListedPet>
      ))}
    </ul>
  )
}

function Actions({ pet, isDeleting, onDelete }: { pet: Pet; isDeleting: boolean; onDelete: () => void }) {
  return (
    <>
      <Button
        component="a"
        href={paths.petDetail.to({ petId: pet.petId })}
        target="_blank"
        rel="noopener"
        variant="subtle"
        px={8}
        leftSection={<IconExternalLink size={18} aria-hidden />}
      >
        <RichText id="petList.view" fill={{ name: () => screenReaderOnly(pet.petName) }} />
      </Button>
      <Button
        component={Link}
        to={paths.editPet.to({ id: pet.id })}
        variant="subtle"
        px={8}
        leftSection={<IconPencil size={18} aria-hidden />}
      >
        <RichText id="pets.edit" fill={{ name: () => screenReaderOnly(pet.petName) }} />
      </Button>
      <DeleteButton name={pet.petName} isBusy={isDeleting} onClick={onDelete} />
    </>
  )
}
