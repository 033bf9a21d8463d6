import { execFile } from 'node:child_process'
import { chmod, chown, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { ConfigError } from '../errors.ts'

const run = promisify(execFile)

/**
 * The user that PostgreSQL runs as: `ids` is null for our own user; `prefix` is the command that switches the user where
 * setting the ids is not enough.
 */
export type PostgresUser = { ids: { uid: number; gid: number } | null; prefix: string[] }

const NAME = 'postgres'

/** A minimal environment, because ours contains secrets. */
export const BARE_ENVIRONMENT = {
  PATH: process.env.PATH,
  LC_ALL: 'C',
  ...(process.platform === 'win32' && { SystemRoot: process.env.SystemRoot }),
}

const bare = { env: BARE_ENVIRONMENT }

// Tried in this order: read-only access to everything; if a container does not grant it, write access as well.
const CAPABILITIES = ['dac_read_search', 'dac_override']

/**
 * PostgreSQL refuses to run as root, so root runs it as the user `postgres`, which is created if missing. That user enters
 * `folder` through the folder's group. If this is not enough to reach `program` and `folder` (a clone below /root, say), it
 * keeps the least capability of root that is.
 */
export async function postgresUser(program: string, folder: string): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) return { ids: null, prefix: [] }

  const ids = (await findUser()) ?? (await makeUser())
  const plain: PostgresUser = { ids, prefix: [] }
  await letPass(ids.gid, folder)
  if (await canReach(plain, program, folder)) return plain
  for (const capability of CAPABILITIES) {
    const passing = { ids, prefix: prefixWith(capability, ids) }
    if (await canReach(passing, program, folder)) return passing
  }
  throw new ConfigError(
    `DATA_DIR must be a folder that the user '${NAME}' can reach (PostgreSQL does not run as root), not '${folder}'.`,
  )
}

/** Only for folders that root owns; others keep their group. */
async function letPass(gid: number, folder: string): Promise<void> {
  const { uid, mode } = await stat(folder)
  if (uid !== 0) return
  await chown(folder, uid, gid)
  await chmod(folder, (mode & 0o777) | 0o010)
}

function prefixWith(capability: string, { uid, gid }: { uid: number; gid: number }): string[] {
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--init-groups',
    '--no-new-privs',
    '--securebits=+no_setuid_fixup',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
  ]
}

async function canReach(user: PostgresUser, program: string, folder: string): Promise<boolean> {
  const [command = '/bin/sh', ...prefix] = [...user.prefix, '/bin/sh']
  const args = [...prefix, '-c', '"$0" --version && test -x "$1"', program, folder]
  return run(command, args, { cwd: '/', env: BARE_ENVIRONMENT, ...(user.prefix.length === 0 && user.ids) }).then(
    () => true,
    () => false,
  )
}

async function findUser(): Promise<{ uid: number; gid: number } | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', NAME], bare), run('id', ['-g', NAME], bare)])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return null
  }
}

async function makeUser(): Promise<{ uid: number; gid: number }> {
  await run('useradd', ['--system', '--user-group', '--no-create-home', NAME], bare).catch((cause) => {
    throw new Error(`PostgreSQL does not run as root, and the user '${NAME}' could not be made`, { cause })
  })
  const ids = await findUser()
  if (!ids) throw new Error(`The user '${NAME}' was made but cannot be found`)
  return ids
}
