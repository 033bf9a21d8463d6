import { RichText } from '../../languages/use-text.tsx'
import classes from './complaint-id.module.css'

export function ComplaintId({ id }: { id: number }) {
  return (
    <p className={classes.id}>
      <RichText id="complaintForm.id" fill={{ id, strong: (content) => <strong>{content}</strong> }} />
    </p>
  )
}
