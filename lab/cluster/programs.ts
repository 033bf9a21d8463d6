import { findProgram, installFromDebian, isProgram } from '../../scripts/debian.mjs'

const POSTGRES_BIN = '/usr/lib/postgresql/15/bin'

/** The packages of Debian 12, by a program of each. `python3-etcd` is what Patroni needs to speak to etcd. */
const PACKAGES: Record<string, string[]> = {
  patroni: ['patroni', 'python3-etcd'],
  etcd: ['etcd-server'],
  haproxy: ['haproxy'],
  pgbouncer: ['pgbouncer'],
  nginx: ['nginx-light'],
  [`${POSTGRES_BIN}/postgres`]: ['postgresql-15'],
}

/** Installs what is missing. Debian starts none of these servers (`scripts/debian.mjs`). */
export async function installPrograms(): Promise<void> {
  const missing = Object.entries(PACKAGES).filter(([program]) => find(program) === null)
  if (missing.length > 0)
    await installFromDebian(
      missing.flatMap(([, packages]) => packages),
      'for the database cluster',
    )
}

export function programPath(name: string): string {
  const found = find(name)
  if (!found) throw new Error(`${name} is not installed`)
  return found
}

function find(name: string): string | null {
  if (!name.startsWith('/')) return findProgram(name)
  return isProgram(name) ? name : null
}
