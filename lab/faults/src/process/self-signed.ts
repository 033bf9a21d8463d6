import { createSign, generateKeyPairSync } from 'node:crypto'

/** A self-signed certificate for 127.0.0.1, valid except that no authority issued it; PEM. */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(objectId(ECDSA_WITH_SHA256))
  const name = sequence(der(SET, sequence(objectId(COMMON_NAME), der(UTF8, Buffer.from('127.0.0.1')))))
  const validity = sequence(time(-1), time(1))
  const addresses = sequence(der(IP_ADDRESS, Buffer.from([127, 0, 0, 1])))
  const extensions = sequence(sequence(objectId(SUBJECT_ALT_NAME), der(OCTETS, addresses)))
  const toBeSigned = sequence(
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(EXTENSIONS, extensions),
  )
  const signature = createSign('sha256').update(toBeSigned).sign(privateKey)
  const certificate = sequence(toBeSigned, algorithm, der(BITS, Buffer.concat([Buffer.from([0]), signature])))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
}

// Tags and object identifiers of X.509 (RFC 5280).
const [INTEGER, BITS, OCTETS, UTF8, UTC_TIME, SEQUENCE, SET] = [0x02, 0x03, 0x04, 0x0c, 0x17, 0x30, 0x31]
const [VERSION, EXTENSIONS, IP_ADDRESS] = [0xa0, 0xa3, 0x87]
const ECDSA_WITH_SHA256 = '2a8648ce3d040302'
const COMMON_NAME = '550403'
const SUBJECT_ALT_NAME = '551d11'

function der(tag: number, content: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(content.length)
  const head = content.length < 128 ? [tag, content.length] : [tag, 0x82, ...length]
  return Buffer.concat([Buffer.from(head), content])
}

const sequence = (...parts: Buffer[]) => der(SEQUENCE, Buffer.concat(parts))
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))

function time(days: number): Buffer {
  const iso = new Date(Date.now() + days * 86_400_000).toISOString()
  return der(UTC_TIME, Buffer.from(`${iso.slice(2, 19).replaceAll(/[-T:]/g, '')}Z`))
}
