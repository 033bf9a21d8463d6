import { chmod, chown, readdir } from 'node:fs/promises'
import path from 'node:path'
import { postgresUser } from '../../server/src/platform/db/embedded-postgres.ts'

/** The user that the servers run as: root's run as `postgres`, because PostgreSQL refuses root. */
export type ServerUser = { ids: { uid: number; gid: number } | null }

export async function serverUser(program: string, folder: string): Promise<ServerUser> {
  const { ids } = await postgresUser(program, folder)
  return { ids }
}

/** Makes it the owner of the folder and everything in it; nobody else may enter. */
export async function giveTo({ ids }: ServerUser, folder: string): Promise<void> {
  if (ids) {
    const entries = await readdir(folder, { recursive: true })
    for (const entry of ['', ...entries]) await chown(path.join(folder, entry), ids.uid, ids.gid)
  }
  await chmod(folder, 0o700)
}
