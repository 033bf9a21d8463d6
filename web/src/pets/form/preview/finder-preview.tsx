import { careCalls } from '@petsetu/contract/care.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { callQuery } from '../../../lib/call-query.ts'
import page from '../../public/pet-detail-page.module.css'
import { PetSections } from '../../public/pet-sections.tsx'
import { petViewModel } from '../../public/pet-view-model.ts'
import type { PetFormValues } from '../pet-form-values.ts'
import { previewOf, type StoredPet } from './previewed-pet.ts'

export type PreviewProps = { values: PetFormValues; stored: StoredPet | null; site: Site }

/** The page of the pet as the form describes it. Nothing in it can be used. */
export function FinderPreview({ values, stored, site }: PreviewProps) {
  const latest = useDeferredValue(values)
  const id = stored?.id
  const care = useQuery({
    ...callQuery(careCalls.list, { params: { id: String(id) } }),
    enabled: id !== undefined,
  })
  const preview = previewOf(latest, stored, care.data ?? [])
  return (
    <div className={page.card} inert aria-hidden>
      <PetSections viewModel={petViewModel(preview, site)} site={site} />
    </div>
  )
}
