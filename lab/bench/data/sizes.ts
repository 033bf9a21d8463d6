/** The number of rows in each table. */
export type Sizes = {
  pets: number
  users: number
  complaints: number
  memberships: number
  donations: number
  payments: number
}

export const BIG: Sizes = {
  pets: 1_000_000,
  users: 250_000,
  complaints: 100_000,
  memberships: 100_000,
  donations: 100_000,
  payments: 100_000,
}

export const SMALL: Sizes = {
  pets: 1_000,
  users: 250,
  complaints: 1_000,
  memberships: 1_000,
  donations: 1_000,
  payments: 1_000,
}
