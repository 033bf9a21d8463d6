import { rm } from 'node:fs/promises'
import path from 'node:path'
import { openOwnerPool, type Pool } from '../../../../server/src/platform/db/pool.ts'
import { diskDriver } from '../../../../server/src/platform/files/driver.ts'
import { backUp } from '../../../../server/src/site/backup/back-up.ts'
import { checkedManifest } from '../../../../server/src/site/backup/manifest.ts'
import { restore } from '../../../../server/src/site/backup/restore.ts'
import { listTables } from '../../../../server/src/site/backup/table-rows.ts'

type Places = { pool: Pool; databaseUrl: string; attachmentsDir: string; folder: string }

/** Makes a back-up into the folder, which is emptied first. */
export async function makeBackup({ pool, attachmentsDir, folder }: Places): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await backUp(pool, diskDriver(attachmentsDir), folder)
}

/** Loses the database with its jobs and all attachments, and restores the back-up in their place. */
export async function restoreBackup({ databaseUrl, attachmentsDir, folder }: Places): Promise<void> {
  const owner = openOwnerPool(databaseUrl)
  try {
    await loseEverything(owner)
    await rm(attachmentsDir, { recursive: true, force: true })
    const incoming = path.join(attachmentsDir, 'incoming')
    await restore(owner, diskDriver(attachmentsDir), { folder, manifest: await checkedManifest(folder), incoming })
  } finally {
    await owner.end()
  }
}

async function loseEverything(owner: Pool): Promise<void> {
  const client = await owner.connect()
  const tables = [...(await listTables(client)), 'graphile_worker._private_jobs']
  await client.query(
    `begin; set local session_replication_role = replica; truncate ${tables.join(', ')} restart identity; commit`,
  )
  client.release()
}
