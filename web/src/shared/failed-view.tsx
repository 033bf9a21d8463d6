import form from '../platform/public-form/public-form.module.css'

/** The message of a page that could not be shown, with a link to its own address, which works without a script. */
export function FailedView({ message, again }: { message: string; again: string }) {
  return (
    <>
      <p role="alert">{message}</p>
      <a className={form.link} href="?">
        {again}
      </a>
    </>
  )
}
