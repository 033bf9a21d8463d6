import { paths } from '@petsetu/contract/paths.ts'
import {
  IconCertificate,
  IconLayoutDashboard,
  IconMessageReport,
  IconPaw,
  type IconProps,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { NavLink } from 'react-router'
import classes from './admin-menu.module.css'

type Entry = { label: string; to: string }
type Section = { label: string; icon: ComponentType<IconProps> } & ({ to: string } | { entries: Entry[] })

const SECTIONS: Section[] = [
  { label: 'Dashboard', icon: IconLayoutDashboard, to: paths.admin.to({}) },
  {
    label: 'Pets',
    icon: IconPaw,
    entries: [
      { label: 'All Pets', to: paths.allPets.to({}) },
      { label: 'Add Pet', to: paths.adminPetForm.to({}) },
      { label: 'Generate QR', to: paths.generateQr.to({}) },
    ],
  },
  { label: 'Users', icon: IconUsers, to: paths.users.to({}) },
  { label: 'Complaints', icon: IconMessageReport, to: paths.complaints.to({}) },
  {
    label: 'Memberships',
    icon: IconCertificate,
    entries: [
      { label: 'Membership Plans', to: paths.plans.to({}) },
      { label: 'Add Plan', to: paths.addPlan.to({}) },
      { label: 'Membership Reports', to: paths.membershipReport.to({}) },
      { label: 'Payment Reports', to: paths.paymentReport.to({}) },
    ],
  },
]

export function AdminMenu({ onFollow }: { onFollow: () => void }) {
  return (
    <ul className={classes.menu}>
      {SECTIONS.map((section) => (
        <li key={section.label}>
          {'to' in section ? (
            <NavLink to={section.to} end={section.to === paths.admin.pattern} className={link} onClick={onFollow}>
              <section.icon size={20} stroke={1.75} aria-hidden />
              {section.label}
            </NavLink>
          ) : (
            <>
              <span className={classes.heading} id={`menu-${section.label}`}>
                <section.icon size={20} stroke={1.75} aria-hidden />
                {section.label}
              </span>
              <ul className={classes.entries} aria-labelledby={`menu-${section.label}`}>
                {section.entries.map(({ label, to }) => (
                  <li key={to}>
                    <NavLink to={to} end className={link} onClick={onFollow}>
                      {label}
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

const link = classes.link ?? ''
