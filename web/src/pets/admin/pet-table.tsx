import { paths } from '@petsetu/contract/paths.ts'
import { groupPetId } from '@petsetu/contract/pet-id.ts'
import type { Pet, PetOrder } from '@petsetu/contract/pets.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { RichText, useText } from '../../languages/use-text.tsx'
import { ListTable } from '../../lists/list-table.tsx'
import { RowMenu } from '../../lists/row-menu.tsx'
import { screenReaderOnly } from '../../ui/layout/screen-reader-only.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { sortBy } from '../../ui/table/sort-head.tsx'
import classes from './all-pets-page.module.css'
import type { PetsProps } from './pet-cards.tsx'

export function PetTable({ pets, order, isDeleting, onDelete }: PetsProps & { order: PetOrder }) {
  const text = useText()
  const navigate = useNavigate()
  const columns: Column<Pet>[] = [
    ...columnsOf(text),
    {
      head: text('columns.actions'),
      inCard: 'menu',
      cell: (pet) => (
        <RowMenu
          of={pet.petName}
          actions={[
            {
              label: text('petList.edit'),
              name: text('petList.editNamed', { name: pet.petName }),
              icon: IconPencil,
              onChoose: () => navigate(paths.editPet.to({ id: pet.id })),
            },
            {
              label: text('controls.delete'),
              name: text('petList.deleteNamed', { name: pet.petName }),
              icon: IconTrash,
              isDangerous: true,
              isBusy: isDeleting(pet),
              onChoose: () => onDelete(pet),
            },
          ]}
        />
      ),
    },
  ]
  return (
    <ListTable caption={text('petList.caption')} columns={columns} rows={pets} keyOf={({ id }) => id} order={order} />
  )
}

function columnsOf(text: Translate): Column<Pet>[] {
  return [
    {
      head: text('petList.pet'),
      inCard: 'title',
      sort: sortBy('name'),
      cell: ({ petId, petName }) => (
        <a href={paths.petDetail.to({ petId })} target="_blank" rel="noopener">
          <RichText id="tags.petInNewTab" fill={{ pet: () => petName, hint: screenReaderOnly }} />
        </a>
      ),
    },
    {
      head: text('petList.tag'),
      isTight: true,
      cell: ({ petId }) => groupPetId(petId),
    },
    { head: text('petList.kind'), cell: ({ petType, petAge }) => `${petType} · ${petAge}` },
    { head: text('petList.owner'), cell: ({ ownerName }) => ownerName },
    { head: text('petList.contact'), cell: ({ contactDetails }) => <Short>{contactDetails}</Short> },
    { head: text('petList.place'), cell: ({ location }) => <Short>{location}</Short> },
  ]
}

/** Text of any length in a row of two lines; whole where the mouse points at it. */
function Short({ children }: { children: string }) {
  return (
    <span className={classes.short} title={children}>
      {children}
    </span>
  )
}
