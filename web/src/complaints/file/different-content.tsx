import { Button } from '@mantine/core'
import { useText } from '../../languages/use-text.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import classes from './filing.module.css'

type Props = { isBusy: boolean; onCorrect: () => void; onFileAnother: () => void }

/** Asks which version is meant when the server already has a different complaint from this page. */
export function DifferentContent({ isBusy, onCorrect, onFileAnother }: Props) {
  const text = useText()
  return (
    <Notice kind="info" takesFocus>
      <p className={classes.sentence}>{text('complaintForm.differs')}</p>
      <div className={classes.choice}>
        <Button disabled={isBusy} onClick={onCorrect}>
          {text('complaintForm.correctSaved')}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={onFileAnother}>
          {text('complaintForm.fileAnother')}
        </Button>
      </div>
    </Notice>
  )
}
