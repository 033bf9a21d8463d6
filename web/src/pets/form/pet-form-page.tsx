import type { Site } from '@petsetu/contract/site.ts'
import { useParams, useSearchParams } from 'react-router'
import { useText } from '../../languages/use-text.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { EditPet } from './edit-pet.tsx'
import { RegisterPet, RegisterTag } from './register-pet.tsx'

/** Edits the pet in the address, registers a pet for the tag in the address, or registers a new pet. */
export function PetFormPage({ site }: { site: Site }) {
  const text = useText()
  const { petId } = useParams()
  const [search] = useSearchParams()
  const id = petId ?? search.get('id')
  return (
    <>
      <PageTitle>{text('titles.petForm')}</PageTitle>
      {id ? <EditPet key={id} id={id} site={site} /> : <Register tag={search.get('tag')} site={site} />}
    </>
  )
}

/** The same form for an admin, who registers pets but does not edit them. */
export function AdminPetFormPage({ site }: { site: Site }) {
  const text = useText()
  const [search] = useSearchParams()
  return (
    <>
      <PageTitle documentTitle={text('titles.adminPetForm')}>{text('titles.petForm')}</PageTitle>
      <Register tag={search.get('tag')} site={site} />
    </>
  )
}

function Register({ tag, site }: { tag: string | null; site: Site }) {
  return tag ? <RegisterTag tag={tag} site={site} /> : <RegisterPet site={site} />
}
