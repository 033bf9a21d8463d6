import { LanguageSwitch } from '../languages/language-switch.tsx'
import classes from './language-footer.module.css'

/** The footer of the pages of signed-in people. */
export function LanguageFooter() {
  return (
    <footer className={classes.footer}>
      <LanguageSwitch />
    </footer>
  )
}
