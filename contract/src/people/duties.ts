/** The parts of an admin's work. An admin has all of them, or some. */
export const DUTIES = ['pets', 'cases', 'members', 'money', 'settings', 'privacy'] as const
export type Duty = (typeof DUTIES)[number]

/** The duty that an admin needs for a call or a page: this one, `all` of them, or `any` if every admin may. */
export type NeededDuty = Duty | 'any' | 'all'

export const ROLES = ['user', 'admin'] as const

/** A person, with the duties of an admin who does not have all of them. */
export type WithDuties = { role: (typeof ROLES)[number]; duties?: readonly Duty[] | null | undefined }

export function hasDuty({ role, duties }: WithDuties, needed: NeededDuty): boolean {
  if (role !== 'admin') return false
  if (!duties || needed === 'any') return true
  return needed !== 'all' && duties.includes(needed)
}
