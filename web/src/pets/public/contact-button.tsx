import { useText } from '../../platform/languages/use-text.tsx'
import buttons from '../../shared/public-buttons.module.css'
import { Icon } from './icon.tsx'
import type { Contact } from './pet-view-model.ts'

/** Calls or writes to the owner. The main one is the first thing that a finder can do. */
export function ContactButton({
  contact: { isPhone, href, text: typed },
  isMain,
}: {
  contact: Contact
  isMain?: true
}) {
  const text = useText()
  return (
    <a className={isMain ? buttons.mainButton : buttons.sideButton} href={href}>
      <Icon name={isPhone ? 'phone' : 'letter'} />
      <span>
        {isMain
          ? text(isPhone ? 'finder.callOwner' : 'finder.writeToOwner')
          : text(isPhone ? 'finder.call' : 'finder.writeTo', { contact: typed })}
        {isMain && <small>{typed}</small>}
      </span>
    </a>
  )
}
