import type { ComponentProps } from 'react'
import classes from './text-button.module.css'

/** A button that looks like a link in its sentence; its height is that of a button. */
export function TextButton(props: ComponentProps<'button'>) {
  return <button type="button" className={classes.button} {...props} />
}
