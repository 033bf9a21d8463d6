import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { tagCalls } from '@petsetu/contract/pets/tags.ts'
import { PET_FORM } from '../../server/test/factories.ts'
import { freePort } from '../../server/test/free-port.ts'
import type { Context } from '../faults/src/process/actions.ts'
import { type FixtureOn, startFixtureOn } from '../faults/src/process/fixture.ts'
import { sendUntilAnswered } from '../faults/src/process/send.ts'
import { seededRandom } from '../faults/src/random.ts'
import { startDaemon } from './daemon.ts'
import type { DatabaseCluster } from './database-cluster.ts'
import { fillTemplate } from './fill-template.ts'
import { programPath } from './programs.ts'
import { giveTo } from './server-user.ts'

/** Two nodes of the program on the cluster, nginx in front of them, and the payment provider with its mail catcher. */
export type Site = FixtureOn & {
  pet: ScannedPet
}

/** A registered pet, and the address of its page. */
export type ScannedPet = { id: number; scanUrl: string }

// Longer than nginx needs to notice that a node is stopping.
const DRAIN_SECONDS = '3'

export async function startSite(cluster: DatabaseCluster): Promise<Site> {
  const port = await freePort()
  const common = { ...cluster.env, DRAIN_SECONDS, TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: `http://127.0.0.1:${port}` }
  const fixture = await startFixtureOn(cluster.ownerUrl, { common, webhookPort: port, hasMail: true })
  const { context, nodes } = fixture
  const endNginx = await startNginx(
    cluster,
    port,
    nodes.map(({ url }) => new URL(url).port),
  )
  context.nodeUrls = [`http://127.0.0.1:${port}`]
  return {
    ...fixture,
    pet: await registerPet(context),
    async end() {
      await endNginx()
      await fixture.end()
    },
  }
}

/** Registers a pet as the admin. */
export async function registerPet(context: Context): Promise<ScannedPet> {
  const random = seededRandom(0, 'the pet', 0)
  const asAdmin = { token: context.adminToken }
  const [petId = ''] =
    (await sendUntilAnswered(context, random, tagCalls.generate, { query: { numberOfIds: '1' } }, asAdmin)) ?? []
  const pet = await sendUntilAnswered(context, random, petCalls.create, { body: { ...PET_FORM, petId } }, asAdmin)
  if (!pet) throw new Error('The pet was not registered')
  return { id: pet.id, scanUrl: `${context.nodeUrls[0]}/pet-detail/${petId}` }
}

async function startNginx({ folder, user }: DatabaseCluster, port: number, [first = '', second = '']: string[]) {
  const own = path.join(folder, 'nginx')
  await mkdir(own)
  const configFile = path.join(own, 'nginx.conf')
  await fillTemplate('nginx.conf', configFile, { FOLDER: own, PORT: port, FIRST_PORT: first, SECOND_PORT: second })
  await giveTo(user, own)
  const args = ['-p', own, '-e', path.join(own, 'nginx.log'), '-c', configFile, '-g', 'daemon off;']
  return startDaemon(programPath('nginx'), args, { ids: user.ids, folder: own, logFile: path.join(own, 'output.log') })
    .end
}
