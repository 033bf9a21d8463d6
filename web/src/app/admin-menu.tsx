import { paths } from '@petsetu/contract/paths.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { IconLayoutDashboard, IconMessageReport, type IconProps, IconUsers } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { NavLink } from 'react-router'
import { useText } from '../languages/use-text.tsx'
import classes from './admin-menu.module.css'
import { useMayOpen } from './use-may-open.ts'

type Entry = { label: PlainId; to: string }
type Section = (Entry & { icon: ComponentType<IconProps> }) | { label: PlainId; entries: Entry[] }

const SECTIONS: Section[] = [
  { label: 'menu.dashboard', icon: IconLayoutDashboard, to: paths.admin.to({}) },
  {
    label: 'menu.pets',
    entries: [
      { label: 'menu.allPets', to: paths.allPets.to({}) },
      { label: 'menu.addPet', to: paths.adminPetForm.to({}) },
      { label: 'menu.generateQr', to: paths.generateQr.to({}) },
    ],
  },
  { label: 'menu.users', icon: IconUsers, to: paths.users.to({}) },
  { label: 'menu.complaints', icon: IconMessageReport, to: paths.complaints.to({}) },
  {
    label: 'menu.memberships',
    entries: [
      { label: 'menu.membershipPlans', to: paths.plans.to({}) },
      { label: 'menu.addPlan', to: paths.addPlan.to({}) },
      { label: 'menu.membershipReports', to: paths.membershipReport.to({}) },
      { label: 'menu.paymentReports', to: paths.paymentReport.to({}) },
    ],
  },
  {
    label: 'menu.money',
    entries: [
      { label: 'menu.donations', to: paths.donations.to({}) },
      { label: 'menu.desk', to: paths.desk.to({}) },
      { label: 'menu.settlements', to: paths.settlements.to({}) },
    ],
  },
  {
    label: 'menu.office',
    entries: [
      { label: 'titles.foundAbuse', to: paths.foundAbuse.to({}) },
      { label: 'menu.privacy', to: paths.privacyRequests.to({}) },
      { label: 'menu.mails', to: paths.mails.to({}) },
      { label: 'titles.imports', to: paths.imports.to({}) },
      { label: 'menu.audit', to: paths.audit.to({}) },
      { label: 'titles.settings', to: paths.settings.to({}) },
    ],
  },
]

export function AdminMenu({ onFollow }: { onFollow: () => void }) {
  const text = useText()
  const mayOpen = useMayOpen()
  return (
    <ul className={classes.menu}>
      {SECTIONS.flatMap((section) => within(section, mayOpen)).map((section) => (
        <li key={section.label}>
          {'to' in section ? (
            <NavLink to={section.to} end={section.to === paths.admin.pattern} className={link} onClick={onFollow}>
              <section.icon size={20} stroke={1.75} aria-hidden />
              {text(section.label)}
            </NavLink>
          ) : (
            <>
              <span className={classes.heading} id={section.label}>
                {text(section.label)}
              </span>
              <ul className={classes.entries} aria-labelledby={section.label}>
                {section.entries.map(({ label, to }) => (
                  <li key={to}>
                    <NavLink to={to} end className={link} onClick={onFollow}>
                      {text(label)}
                    </NavLink>
                  </li>
                ))}
              </ul>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Returns the part of a section that the admin's duties cover. */
function within(section: Section, mayOpen: (path: string) => boolean): Section[] {
  if ('to' in section) return mayOpen(section.to) ? [section] : []
  const entries = section.entries.filter(({ to }) => mayOpen(to))
  return entries.length > 0 ? [{ ...section, entries }] : []
}

const link = classes.link ?? ''
