import { useText } from '../../languages/use-text.tsx'
import { CardHead } from './card-head.tsx'
import styles from './pet-detail-page.module.css'
import { MainPhoto } from './pet-photos.tsx'
import type { PetViewModel } from './pet-view-model.ts'

/** Which animal this is: photo, name, kind, gender and age. */
export function PetHead({ viewModel }: { viewModel: PetViewModel }) {
  const text = useText()
  return (
    <>
      <MainPhoto viewModel={viewModel} />
      <CardHead>
        <h1>{viewModel.petName}</h1>
        <ul className={styles.chips} aria-label={text('finder.inShort')}>
          <li>{viewModel.petType}</li>
          <li>{text(viewModel.genderId)}</li>
          <li>{viewModel.petAge}</li>
        </ul>
      </CardHead>
    </>
  )
}
