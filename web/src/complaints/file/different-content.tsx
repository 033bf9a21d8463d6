import { Button } from '@mantine/core'
import { Notice } from '../../ui/feedback/notice.tsx'
import classes from './filing.module.css'

type Props = { isBusy: boolean; onCorrect: () => void; onFileAnother: () => void }

/** Asks which version is meant when the server already has a different complaint from this page. */
export function DifferentContent({ isBusy, onCorrect, onFileAnother }: Props) {
  return (
    <Notice kind="info" takesFocus>
      <p className={classes.sentence}>
        An earlier version of this complaint is saved already, and it is not paid. Do you want to correct it, or to file
        this as another complaint?
      </p>
      <div className={classes.choice}>
        <Button disabled={isBusy} onClick={onCorrect}>
          Correct the saved complaint
        </Button>
        <Button variant="default" disabled={isBusy} onClick={onFileAnother}>
          File another complaint
        </Button>
      </div>
    </Notice>
  )
}
