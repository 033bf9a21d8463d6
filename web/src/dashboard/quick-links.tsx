import type { Duty } from '@petsetu/contract/duties.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { IconChevronRight, IconPaw, type IconProps, IconQrcode, IconUsers } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { useUser } from '../auth/session.ts'
import { useText } from '../languages/use-text.tsx'
import card from '../ui/layout/card.module.css'
import classes from './dashboard-page.module.css'

type Shortcut = { name: PlainId; hint: PlainId; duty: Duty; to: string; icon: ComponentType<IconProps> }

const SHORTCUTS: Shortcut[] = [
  {
    name: 'adminDashboard.generateTags',
    hint: 'adminDashboard.generateTagsHint',
    duty: 'pets',
    to: paths.generateQr.to({}),
    icon: IconQrcode,
  },
  {
    name: 'adminDashboard.allPets',
    hint: 'adminDashboard.allPetsHint',
    duty: 'pets',
    to: paths.allPets.to({}),
    icon: IconPaw,
  },
  {
    name: 'adminDashboard.allUsers',
    hint: 'adminDashboard.allUsersHint',
    duty: 'members',
    to: paths.users.to({}),
    icon: IconUsers,
  },
]

export function QuickLinks() {
  const text = useText()
  const duties = useUser()?.duties
  const shortcuts = SHORTCUTS.filter(({ duty }) => !duties || duties.includes(duty))
  if (shortcuts.length === 0) return null
  return (
    <>
      <h2 className={classes.heading}>{text('adminDashboard.quickLinks')}</h2>
      <ul className={classes.shortcuts}>
        {shortcuts.map(({ name, hint, to, icon: Icon }) => (
          <li key={to}>
            <Link className={`${card.card} ${classes.shortcut}`} to={to}>
              <Icon size={26} stroke={1.5} aria-hidden />
              <span>
                <strong>{text(name)}</strong>
                <small>{text(hint)}</small>
              </span>
              <IconChevronRight size={20} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
