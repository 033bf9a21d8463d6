import { careCalls } from '@petsetu/contract/pets/care.ts'
import { shownAge, shownKind } from '@petsetu/contract/pets/pet-facts.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { createI18n } from '@petsetu/languages/translator.ts'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { pageLanguage } from '../../../platform/languages/page-language.ts'
import { TextProvider, useText } from '../../../platform/languages/use-text.tsx'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import card from '../../../shared/animal-card.module.css'
import type { PetFormValues } from '../pet-form-values.ts'
import classes from './form-preview.module.css'
import { previewOf, type StoredPet } from './previewed-pet.ts'

export type PreviewProps = { values: PetFormValues; stored: StoredPet | null; site: Site }

/** `isBlank` before anything was typed about a new pet. */
type Props = PreviewProps & { isBlank: boolean }

// The public page, with its texts, which the pages of the app do not load. Loaded as it is, so that it needs no further file.
const { catalogues, PetSections, petViewModel } = await import('../../public/pet-detail-entry.tsx')
const language = pageLanguage()
const i18n = createI18n(language, (await catalogues[language]()).default)

/** The page of the pet as the form describes it. Nothing in it can be used. */
export function FinderPreview({ values, stored, site, isBlank }: Props) {
  const text = useText()
  const latest = useDeferredValue(values)
  const id = stored?.id
  const care = useQuery({
    ...callQuery(careCalls.list, { params: { id: String(id) } }),
    enabled: id !== undefined,
  })
  const tag = previewOf(latest, stored, care.data ?? [])
  // On the public page the server does this.
  const pet = { ...tag.pet, petType: shownKind(tag.pet.petType, text), petAge: shownAge(tag.pet.petAge, text) }
  const whole = petViewModel({ ...tag, pet }, site)
  // All of these would say that they are not provided.
  const viewModel = isBlank ? { ...whole, rabies: null, empty: [] } : whole
  return (
    <TextProvider i18n={i18n}>
      <div className={`${card.card} ${classes.page}`} inert aria-hidden>
        <PetSections viewModel={viewModel} site={site} />
      </div>
    </TextProvider>
  )
}
