import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { flushSync } from 'react-dom'
import { useText } from '../../languages/use-text.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PhotoManager } from '../photos/photo-manager.tsx'
import type { PhotosOfPet } from '../photos/use-photo-changes.ts'
import classes from './register-pet.module.css'

type Props = PhotosOfPet & { pet: { petId: string }; onAnother: () => void }

/** Stands above the emptied form: a new pet was saved, and what one can do with it. */
export function SavedPet({ pet, onChange, onAnother }: Props) {
  const text = useText()
  return (
    <div className={classes.saved}>
      <Notice kind="done" takesFocus>
        {text('petForm.saved')}
      </Notice>
      <PhotoManager pet={pet} title={text('petForm.addPhoto', { name: pet.petName })} onChange={onChange} />
      <div className={classes.buttons}>
        <Button component="a" variant="default" href={paths.petDetail.to({ petId: pet.petId })}>
          {text('petForm.seePage')}
        </Button>
        <Button
          variant="default"
          onClick={({ currentTarget }) => {
            const form = currentTarget.closest('main')?.querySelector<HTMLElement>('form input')
            flushSync(onAnother)
            form?.focus()
          }}
        >
          {text('petForm.addAnother')}
        </Button>
      </div>
    </div>
  )
}
