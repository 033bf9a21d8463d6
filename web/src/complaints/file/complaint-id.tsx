import classes from './complaint-id.module.css'

export function ComplaintId({ id }: { id: number }) {
  return (
    <p className={classes.id}>
      Complaint ID <strong>{id}</strong>
    </p>
  )
}
