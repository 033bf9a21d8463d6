import { photoCalls } from '@petsetu/contract/pets/photos.ts'
import pg from 'pg'
import { aPhoto } from '../../../server/test/a-photo.ts'
import { BOUNDARY, FORM_HEADERS } from '../data/complaint-form.ts'
import { BIG } from '../data/sizes.ts'
import type { Load } from '../load/load.ts'
import { load } from '../load/load.ts'
import { watchMemory } from '../processes.ts'
import { AS_ADMIN } from '../request-time.ts'
import { alternate } from '../rounds.ts'
import { atLeast, below, type Row } from '../row.ts'
import { startReference, startServer, withRunning } from '../server.ts'

const SECONDS = 6
const UPLOADS = 8

/** Row 13: uploads of a photo of about 5 MB, eight at a time, beside a server that only renders it; and the server's memory. */
export const photos: Row = async ({ databases: { big } }) => {
  const photo = await aPhoto({ width: 3_400, height: 2_550, isNoise: true })
  try {
    return await withRunning([() => startServer(big), () => startReference('rj-rendering.ts')], async (server, rj) => {
      const memory = watchMemory(server.pid, 50)
      const plan = { connections: UPLOADS, seconds: SECONDS, method: 'POST', pets: BIG.pets }
      const rounds = await alternate<Load>({
        ours: () =>
          load({
            ...plan,
            port: server.port,
            path: photoCalls.add.path.replace('{id}', '{petId}'),
            headers: { ...AS_ADMIN, ...FORM_HEADERS },
            body: formOf(photo),
          }),
        reference: () => load({ ...plan, port: rj.port, path: '/', body: photo.toString('latin1') }),
      }).finally(memory.end)
      const size = (photo.length / 1e6).toFixed(1)
      return [
        atLeast(0.4, {
          path: `POST photo of ${size} MB`,
          unit: '/s',
          name: 'RJ',
          ...rounds.of((one) => one.perSecond),
        }),
        below(350, { path: '  memory while eight upload', unit: 'MB', value: memory.most() / 1e6 }),
      ]
    })
  } finally {
    await removePhotos(big)
  }
}

function formOf(photo: Buffer): string {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="photo"; filename="dog.jpg"\r\ncontent-type: image/jpeg`
  return `${head}\r\n\r\n${photo.toString('latin1')}\r\n--${BOUNDARY}--\r\n`
}

async function removePhotos(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('delete from photos')
  await client.query('vacuum analyze photos')
  await client.end()
}
