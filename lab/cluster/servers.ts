import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../../server/test/free-port.ts'
import { startDaemon } from './daemon.ts'
import type { DatabaseNode } from './database-node.ts'
import { fillTemplate } from './fill-template.ts'
import { programPath } from './programs.ts'
import { giveTo, type ServerUser } from './server-user.ts'
import { waitFor } from './wait-for.ts'

/** Functions that end everything that was started; the last one first. */
export type Ends = (() => Promise<unknown>)[]

type Place = { folder: string; user: ServerUser; ends: Ends }

/** Resolves with the port of its clients. */
export async function startEtcd(place: Place): Promise<number> {
  const { folder, user } = place
  const [clientPort, configFile] = [await freePort(), path.join(folder, 'etcd.yaml')]
  const values = { NAME: 'one', FOLDER: folder, CLIENT_PORT: clientPort, PEER_PORT: await freePort() }
  await fillTemplate('etcd.yaml', configFile, values)
  await mkdir(path.join(folder, 'etcd'), { mode: 0o700 })
  await giveTo(user, folder)
  run('etcd', ['--config-file', configFile], place)
  // Patroni ends if it asks before etcd knows its own version.
  await waitFor('etcd', async () => {
    const reply = await fetch(`http://127.0.0.1:${clientPort}/version`)
    return /"etcdcluster":"\d/.test(await reply.text())
  })
  return clientPort
}

/** Resolves with the ports that lead to the leader and to those that follow it. */
export async function startHaproxy(place: Place, nodes: DatabaseNode[]): Promise<{ leader: number; standby: number }> {
  const [leader, standby] = [await freePort(), await freePort()]
  const configFile = path.join(place.folder, 'haproxy.cfg')
  const ports = nodes.flatMap(({ name, postgresPort, restPort }) => [
    [`${name.toUpperCase()}_POSTGRES_PORT`, postgresPort],
    [`${name.toUpperCase()}_REST_PORT`, restPort],
  ])
  await fillTemplate('haproxy.cfg', configFile, { PORT: leader, STANDBY_PORT: standby, ...Object.fromEntries(ports) })
  run('haproxy', ['-db', '-f', configFile], place)
  return { leader, standby }
}

export async function startPgbouncer(
  place: Place,
  { postgresPort, password }: { postgresPort: number; password: string },
): Promise<number> {
  const { folder } = place
  const [port, configFile] = [await freePort(), path.join(folder, 'pgbouncer.ini')]
  await writeFile(path.join(folder, 'userlist.txt'), `"petsetu" "${password}"\n`)
  await fillTemplate('pgbouncer.ini', configFile, { PORT: port, POSTGRES_PORT: postgresPort, FOLDER: folder })
  run('pgbouncer', ['--quiet', configFile], place)
  return port
}

function run(name: string, args: string[], { folder, user: { ids }, ends }: Place): void {
  const daemon = startDaemon(programPath(name), args, { ids, folder, logFile: path.join(folder, `${name}.log`) })
  ends.push(daemon.end)
}
