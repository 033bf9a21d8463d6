import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'

export const petOf = (id: string) => callQuery(petCalls.read, { params: { id } })

type Props = {
  title: PlainId
  /** The same with the pet's name in it. */
  named: (petName: string) => string
  petId: string
  /** Buttons beside the link to the public page. */
  children?: ReactNode
}

/** The title of a page about one pet, with the pet's name and a link to its public page. */
export function PetPageTitle({ title, named, petId, children }: Props) {
  const text = useText()
  const pet = useQuery(petOf(petId))
  const publicPage = pet.data && (
    <Button
      component="a"
      href={paths.petDetail.to({ petId: pet.data.petId })}
      variant="default"
      leftSection={<IconExternalLink size={18} aria-hidden />}
    >
      {text('lostPet.publicPage')}
    </Button>
  )
  const name = pet.data?.petName
  const aside = (publicPage || children) && (
    <>
      {publicPage}
      {children}
    </>
  )
  return (
    <PageTitle documentTitle={text(title)} aside={aside}>
      {name ? named(name) : text(title)}
    </PageTitle>
  )
}
