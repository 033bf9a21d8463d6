import type { Pet } from '@petsetu/contract/pets/pets.ts'
import { IconCat, IconDog, IconPaw } from '@tabler/icons-react'
import { useText } from '../../platform/languages/use-text.tsx'
import classes from './pet-picture.module.css'

type Props = {
  pet: Pick<Pet, 'photos' | 'petName' | 'petType'>
  /** The address of a drawing, which takes the place of the icon. */
  drawing?: string | undefined
}

/** The main photo of a pet, or an icon of its kind. */
export function PetPicture({ pet: { photos, petName, petType }, drawing }: Props) {
  const text = useText()
  const [photo] = photos
  if (!photo)
    return (
      <span className={classes.picture}>
        {drawing ? <img src={drawing} alt="" width={48} height={48} loading="lazy" /> : <KindIcon kind={petType} />}
      </span>
    )
  return (
    <img
      className={classes.photo}
      src={photo.urls.small}
      alt={text('photos.picture', { name: petName })}
      width={72}
      height={72}
      loading="lazy"
      style={{ background: photo.color }}
    />
  )
}

// The kind is free text. Dogs and cats are recognised and get their own icon, everything else a paw.
function KindIcon({ kind }: { kind: string }) {
  const Icon = /dog|puppy|कुत्ता/i.test(kind) ? IconDog : /\bcat|kitten|बिल्ली/i.test(kind) ? IconCat : IconPaw
  return <Icon size={30} stroke={1.5} aria-hidden />
}
