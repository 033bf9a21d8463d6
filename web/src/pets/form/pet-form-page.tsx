import { useParams, useSearchParams } from 'react-router'
import { useText } from '../../languages/use-text.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { EditPet } from './edit-pet.tsx'
import { RegisterPet, RegisterTag } from './register-pet.tsx'

/** Edits the pet in the address, registers a pet for the tag in the address, or registers a new pet. */
export function PetFormPage() {
  const text = useText()
  const { petId } = useParams()
  const [search] = useSearchParams()
  const id = petId ?? search.get('id')
  return (
    <>
      <PageTitle>{text('titles.petForm')}</PageTitle>
      {id ? <EditPet key={id} id={id} /> : <Register tag={search.get('tag')} />}
    </>
  )
}

/** The same form for an admin, who registers pets but does not edit them. */
export function AdminPetFormPage() {
  const text = useText()
  const [search] = useSearchParams()
  return (
    <>
      <PageTitle documentTitle={text('titles.adminPetForm')}>{text('titles.petForm')}</PageTitle>
      <Register tag={search.get('tag')} />
    </>
  )
}

function Register({ tag }: { tag: string | null }) {
  return tag ? <RegisterTag tag={tag} /> : <RegisterPet />
}
