import { paths } from '@petsetu/contract/paths.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { useParams, useSearchParams } from 'react-router'
import { useText } from '../../languages/use-text.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { EditPet } from './edit-pet.tsx'
import { RegisterPet } from './register-pet.tsx'

/** Edits the pet in the address, registers a pet for the tag in the address, or registers a new pet. */
export function PetFormPage({ site }: { site: Site }) {
  const text = useText()
  const { petId } = useParams()
  const [search] = useSearchParams()
  const id = petId ?? search.get('id')
  return (
    <>
      <PageTitle>{text('titles.petForm')}</PageTitle>
      {id ? <EditPet key={id} id={id} site={site} /> : <RegisterPet site={site} />}
    </>
  )
}

/** The form of any pet, for an admin who corrects it. */
export function EditPetPage({ site }: { site: Site }) {
  const text = useText()
  const { id = '' } = useParams()
  return (
    <>
      <BackLink to={paths.allPets.to({})}>{text('petForm.backToPets')}</BackLink>
      <PageTitle documentTitle={text('titles.editPet')}>{text('titles.petForm')}</PageTitle>
      <EditPet key={id} id={id} site={site} />
    </>
  )
}

/** The same form for an admin who registers a pet. */
export function AdminPetFormPage({ site }: { site: Site }) {
  const text = useText()
  return (
    <>
      <PageTitle>{text('titles.petForm')}</PageTitle>
      <RegisterPet site={site} />
    </>
  )
}
