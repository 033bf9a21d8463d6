import type { Carer } from '@petsetu/contract/pets/community/community.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { DeleteButton, RowActions } from '../../../platform/ui/table/row-actions.tsx'
import classes from './community-admin.module.css'

type Props = {
  carers: Carer[]
  isRemoving: (id: number) => boolean
  onRemove: (carer: Carer) => void
}

/** The carers, each with a button that ends their care. */
export function CarerList({ carers, isRemoving, onRemove }: Props) {
  const text = useText()
  if (carers.length === 0) return <p>{text('communityList.noCarers')}</p>
  return (
    <ul className={classes.carers}>
      {carers.map((carer) => (
        <li key={carer.id}>
          <span>
            <strong>{carer.username}</strong>
            <span className={classes.email}>{carer.email}</span>
            {!carer.isEmailConfirmed && <span className={classes.unreached}>{text('communityList.notReminded')}</span>}
          </span>
          <RowActions>
            <DeleteButton name={carer.username} isBusy={isRemoving(carer.id)} onClick={() => onRemove(carer)} />
          </RowActions>
        </li>
      ))}
    </ul>
  )
}
