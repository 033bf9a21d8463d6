import { paths } from '@petsetu/contract/paths.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import {
  IconBuildingBank,
  IconCash,
  IconCertificate,
  IconFileImport,
  IconHeartHandshake,
  IconHistory,
  IconLayoutDashboard,
  IconMail,
  IconMessageReport,
  IconPaw,
  type IconProps,
  IconShieldLock,
  IconTool,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { NavLink } from 'react-router'
import { useText } from '../languages/use-text.tsx'
import classes from './admin-menu.module.css'
import { useMayOpen } from './use-may-open.ts'

type Entry = { label: PlainId; to: string }
type Section = { label: PlainId; icon: ComponentType<IconProps> } & ({ to: string } | { entries: Entry[] })

const SECTIONS: Section[] = [
  { label: 'menu.dashboard', icon: IconLayoutDashboard, to: paths.admin.to({}) },
  {
    label: 'menu.pets',
    icon: IconPaw,
    entries: [
      { label: 'menu.allPets', to: paths.allPets.to({}) },
      { label: 'menu.addPet', to: paths.adminPetForm.to({}) },
      { label: 'menu.generateQr', to: paths.generateQr.to({}) },
      { label: 'menu.foundAbuse', to: paths.foundAbuse.to({}) },
    ],
  },
  { label: 'menu.users', icon: IconUsers, to: paths.users.to({}) },
  { label: 'menu.complaints', icon: IconMessageReport, to: paths.complaints.to({}) },
  {
    label: 'menu.memberships',
    icon: IconCertificate,
    entries: [
      { label: 'menu.membershipPlans', to: paths.plans.to({}) },
      { label: 'menu.addPlan', to: paths.addPlan.to({}) },
      { label: 'menu.membershipReports', to: paths.membershipReport.to({}) },
      { label: 'menu.paymentReports', to: paths.paymentReport.to({}) },
    ],
  },
  { label: 'titles.imports', icon: IconFileImport, to: paths.imports.to({}) },
  { label: 'menu.donations', icon: IconHeartHandshake, to: paths.donations.to({}) },
  { label: 'menu.desk', icon: IconCash, to: paths.desk.to({}) },
  { label: 'menu.settlements', icon: IconBuildingBank, to: paths.settlements.to({}) },
  { label: 'menu.privacy', icon: IconShieldLock, to: paths.privacyRequests.to({}) },
  { label: 'menu.mails', icon: IconMail, to: paths.mails.to({}) },
  { label: 'menu.audit', icon: IconHistory, to: paths.audit.to({}) },
  { label: 'titles.settings', icon: IconTool, to: paths.settings.to({}) },
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
                <section.icon size={20} stroke={1.75} aria-hidden />
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

/** What of a section the admin's duties cover. */
function within(section: Section, mayOpen: (path: string) => boolean): Section[] {
  if ('to' in section) return mayOpen(section.to) ? [section] : []
  const entries = section.entries.filter(({ to }) => mayOpen(to))
  return entries.length > 0 ? [{ ...section, entries }] : []
}

const link = classes.link ?? ''
