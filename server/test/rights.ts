import { eraseRecords, finishErasures } from '../src/people/privacy/erasing/erase-person.ts'
import { exportIdentity } from '../src/people/privacy/export-person.ts'
import { identityOf, type RecordsOf } from '../src/people/privacy/records-of.ts'
import type { Contact } from '../src/people/users/contact.ts'
import { inTransaction } from '../src/platform/db/transaction.ts'
import type { Stores } from '../src/platform/files/file-store.ts'

/** Everything that is kept about the person with this address or phone. */
export async function exportPerson({ db, attachments }: Stores, contact: Contact): Promise<Record<string, unknown>> {
  return exportIdentity({ db, attachments }, await identityOf(db, contact))
}

/** Erases the person with this address or phone, and finishes what an erasure leaves for later. */
export async function erasePerson(stores: Stores, contact: Contact): Promise<RecordsOf> {
  const records = await inTransaction(stores.db, async (transaction) =>
    eraseRecords(transaction, await identityOf(transaction, contact)),
  )
  await finishErasures(stores)
  return records
}
