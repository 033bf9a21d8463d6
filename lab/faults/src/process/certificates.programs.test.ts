import { once } from 'node:events'
import https from 'node:https'
import net, { type AddressInfo, type Server } from 'node:net'
import { TLSSocket } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { razorpay } from '../../../../server/src/payments/provider/razorpay.ts'
import { openPool } from '../../../../server/src/platform/db/pool.ts'
import { s3Driver } from '../../../../server/src/platform/files/s3-driver.ts'
import { createLog } from '../../../../server/src/platform/log.ts'
import { selfSigned } from './self-signed.ts'

const UNKNOWN_ISSUER = 'DEPTH_ZERO_SELF_SIGNED_CERT'

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

function httpsServer() {
  const heard: string[] = []
  const server = https.createServer(selfSigned(), (request, response) => {
    heard.push(`${request.method} ${request.url}`)
    response.end('{}')
  })
  return { server, heard }
}

// PAY-8, V12.3.2
test('a provider with an untrusted certificate gets no request', async () => {
  const { server, heard } = httpsServer()
  const apiUrl = `https://${await listening(server)}`
  const gateway = razorpay({ apiUrl, keyId: 'rzp_live_1', keySecret: 'hush' }, (ask) => ask())
  await expect(gateway.fetchPayment('pay_1')).rejects.toMatchObject({
    kind: 'unreachable',
    cause: { cause: { code: UNKNOWN_ISSUER } },
  })
  expect(heard).toEqual([])
})

// CMP-8, V12.3.2
test('an object store with an untrusted certificate gets no request', async () => {
  const { server, heard } = httpsServer()
  const endpoint = `https://${await listening(server)}`
  const store = { endpoint, bucket: 'files', region: 'us-east-1', accessKeyId: 'AK', secretAccessKey: 'hush' }
  const logged: string[] = []
  const place = await s3Driver(store, createLog('error', { write: (line) => void logged.push(line) }))
  await expect(place.read('0.pdf')).rejects.toMatchObject({ status: 503 })
  expect(logged.join()).toContain(UNKNOWN_ISSUER)
  expect(heard).toEqual([])
})

// V12.3.2
test.each(['verify-full', 'verify-ca', 'require'])(
  // CFG-2
  'a database with sslmode=%s and a certificate nobody vouches for is told nothing',
  async (mode) => {
    const heard: string[] = []
    const server = net.createServer((socket) => {
      // It is asked for TLS first, and says yes.
      socket.once('data', () => {
        socket.write('S')
        const secure = new TLSSocket(socket, { isServer: true, ...selfSigned() })
        secure.on('data', (bytes) => heard.push(String(bytes)))
        secure.on('error', () => {})
      })
      socket.on('error', () => {})
    })
    const pool = openPool(`postgres://petsetu:hush@${await listening(server)}/petsetu?sslmode=${mode}`, () => {})
    onTestFinished(() => pool.end())
    await expect(pool.query('select 1')).rejects.toMatchObject({ code: UNKNOWN_ISSUER })
    expect(heard).toEqual([])
  },
)
