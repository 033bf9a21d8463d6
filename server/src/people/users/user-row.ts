import type { Duty } from '@petsetu/contract/people/duties.ts'
import type { User } from '@petsetu/contract/people/users.ts'

type UserRow = Omit<User, 'role' | 'duties'> & { role: string; duties: string[] | null }

/** A check constraint limits the column to these; the generated type only says string. */
export const dutiesOf = (column: string[] | null) => column as Duty[] | null

/** A row of `users` as the contract has it. */
export function userOf<R extends UserRow>({ role, duties: column, ...row }: R) {
  const duties = dutiesOf(column)
  return { ...row, role: role === 'admin' ? ('admin' as const) : ('user' as const), ...(duties && { duties }) }
}
