import { RichText } from '../../platform/languages/use-text.tsx'
import classes from './complaint-id.module.css'

/** The number of a complaint, and its reference. */
export function ComplaintId({ id, reference }: { id: number; reference?: string | undefined }) {
  return (
    <p className={classes.id}>
      <RichText id="complaintForm.id" fill={{ id, strong: (content) => <strong>{content}</strong> }} />
      {reference && (
        <>
          <br />
          <RichText
            id="complaintForm.reference"
            fill={{ reference, strong: (content) => <strong className={classes.reference}>{content}</strong> }}
          />
        </>
      )}
    </p>
  )
}
