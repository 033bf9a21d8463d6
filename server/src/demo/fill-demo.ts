import { PetForm } from '@petsetu/contract/pets.ts'
import { hashPassword } from '../auth/password.ts'
import { type Config, ConfigError } from '../config.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { insertPet } from '../pets/pet-queries.ts'
import { insertTags } from '../tags/tag-queries.ts'
import { insertUser } from '../users/user-queries.ts'
import { demoPets, demoUsernames } from './demo-records.ts'

const PASSWORD = 'demo-password'
const BLANK_TAGS = 24

/**
 * Fills an empty database with a believable charity, all or nothing; a database that holds anything is left as it is.
 * Answers what the person who started it should read. Refused in production: its passwords are known.
 */
export async function fillDemo(config: Config, db: Db): Promise<string> {
  if (config.isProduction)
    throw new ConfigError('NODE_ENV=production refuses --demo: its passwords are known to everybody.')
  return inTransaction(db, async (transaction) => {
    if (await holdsAnything(transaction)) return 'Demo: the database is not empty, so nothing was added.'
    const passwordHash = await hashPassword(PASSWORD)
    const users = []
    for (const username of demoUsernames) {
      users.push(
        await insertUser(transaction, { username, email: `${username}@example.org`, passwordHash, role: 'user' }),
      )
    }
    const pets = demoPets()
    for (const [index, pet] of pets.entries()) {
      const owner = users[index % users.length]
      if (owner) await insertPet(transaction, PetForm.parse(pet), null, owner.id)
    }
    await insertTags(transaction, BLANK_TAGS)
    return `Demo: ${users.length} users, ${pets.length} pets, ${BLANK_TAGS} blank tags. Log in as ${demoUsernames[0]}, password: ${PASSWORD}`
  })
}

async function holdsAnything(db: Db): Promise<boolean> {
  const [user, tag] = await Promise.all([
    db.selectFrom('users').select('id').where('role', '=', 'user').limit(1).executeTakeFirst(),
    db.selectFrom('tags').select('pet_id').limit(1).executeTakeFirst(),
  ])
  return user !== undefined || tag !== undefined
}
