import type { Duty } from '@petsetu/contract/people/duties.ts'
import type { User } from '@petsetu/contract/people/users.ts'

type UserRow = Omit<User, 'duties'> & { duties: string[] | null }

/** A check constraint limits the column to these. */
export const dutiesOf = (column: string[] | null) => column as Duty[] | null

/** A row of `users` as the contract has it. */
export function userOf<R extends UserRow>({ duties: column, ...row }: R) {
  const duties = dutiesOf(column)
  return { ...row, ...(duties && { duties }) }
}
