import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { testDatabase } from '../../../test/harness.ts'
import { openOwnerPool } from '../../platform/db/pool.ts'
import { namesOfFiles } from './back-up.ts'

const FILES = 150_000

const database = await testDatabase()
atEnd(database.drop)
await fill()

/** Without time-outs, as a busy machine takes long. */
async function fill(): Promise<void> {
  const owner = openOwnerPool(database.direct.options.connectionString ?? '')
  await owner.query(`
    with complaint as (
      insert into complaints (fullname, email, phone, type_of_complaint, location_of_incident, date_of_incident, description)
      values ('Asha', 'asha@example.org', '98200 11111', 'Cruelty', 'Pune', '2026-03-31', 'A long story') returning id
    )
    insert into complaint_files (complaint_id, position, name, sha256, bytes, type, by_role)
    select id, n, md5(n::text) || '.pdf', repeat('0', 64), 1, 'application/pdf', 'complainant'
    from complaint, generate_series(1, ${FILES}) n`)
  await owner.end()
}

// CFG-4
test('a back-up takes in as many files as ten years bring', async () => {
  const names = await namesOfFiles(database.direct)
  expect(names).toHaveLength(FILES)
})
