import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ConfigError } from '../config.ts'

const run = promisify(execFile)

/** As whom PostgreSQL runs: `ids` null for ourselves; `prefix` is the command that changes the user, where plain ids do not do. */
export type PostgresUser = { ids: { uid: number; gid: number } | null; prefix: string[] }

const NAME = 'postgres'

/**
 * PostgreSQL refuses to run as root, so a root user hands it to the user `postgres`, made where it is missing.
 * Where that user cannot reach `program` and `folder` (a clone below /root, say), it is given the right to pass through
 * folders and nothing else of root's.
 */
export async function postgresUser(program: string, folder: string): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) return { ids: null, prefix: [] }

  const ids = (await findUser()) ?? (await makeUser())
  const plain: PostgresUser = { ids, prefix: [] }
  if (await canReach(plain, program, folder)) return plain

  const passing: PostgresUser = {
    ids,
    prefix: [
      'setpriv',
      `--reuid=${ids.uid}`,
      `--regid=${ids.gid}`,
      '--init-groups',
      '--securebits=+no_setuid_fixup',
      '--inh-caps=+dac_override',
      '--ambient-caps=+dac_override',
    ],
  }
  if (await canReach(passing, program, folder)) return passing
  throw new ConfigError(
    `DATA_DIR must be a folder that the user '${NAME}' can reach (PostgreSQL does not run as root), not '${folder}'.`,
  )
}

async function canReach(user: PostgresUser, program: string, folder: string): Promise<boolean> {
  const [command = '/bin/sh', ...prefix] = [...user.prefix, '/bin/sh']
  const args = [...prefix, '-c', '"$0" --version && test -x "$1"', program, folder]
  return run(command, args, { cwd: '/', ...(user.prefix.length === 0 && user.ids) }).then(
    () => true,
    () => false,
  )
}

async function findUser(): Promise<{ uid: number; gid: number } | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', NAME]), run('id', ['-g', NAME])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return null
  }
}

async function makeUser(): Promise<{ uid: number; gid: number }> {
  await run('useradd', ['--system', '--user-group', '--no-create-home', NAME]).catch((cause) => {
    throw new Error(`PostgreSQL does not run as root, and the user '${NAME}' could not be made`, { cause })
  })
  const ids = await findUser()
  if (!ids) throw new Error(`The user '${NAME}' was made but cannot be found`)
  return ids
}
