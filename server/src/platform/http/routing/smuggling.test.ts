import { expect, test } from 'vitest'
import { testApp } from '../../../../test/harness.ts'
import { rawConversation } from '../../../../test/plain-request.ts'

const app = await testApp()

const SECRET = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'

const post = (headers: string, body: string) =>
  `POST /auth/signin HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`

/**
 * Requests whose end two programs could see in different places; each is followed by a second request that one of them would
 * answer.
 */
const AMBIGUOUS: [what: string, bytes: string][] = [
  ['a length and pieces', post('Content-Length: 5\r\nTransfer-Encoding: chunked', `0\r\n\r\n${SECRET}`)],
  ['pieces and a length', post('Transfer-Encoding: chunked\r\nContent-Length: 5', `0\r\n\r\n${SECRET}`)],
  ['two lengths', post('Content-Length: 2\r\nContent-Length: 40', `{}${SECRET}`)],
  ['the same length twice', post('Content-Length: 2\r\nContent-Length: 2', `{}${SECRET}`)],
  ['a list of lengths', post('Content-Length: 2, 2', `{}${SECRET}`)],
  ['a negative length', post('Content-Length: -1', SECRET)],
  ['a length with a sign', post('Content-Length: +2', `{}${SECRET}`)],
  ['a hexadecimal length', post('Content-Length: 0x2', `{}${SECRET}`)],
  ['a length beyond all numbers', post('Content-Length: 99999999999999999999999', SECRET)],
  ['a blank before the colon', post('Content-Length : 2', `{}${SECRET}`)],
  ['a blank before the colon of the encoding', post('Transfer-Encoding : chunked', `0\r\n\r\n${SECRET}`)],
  ['an encoding that is not the last', post('Transfer-Encoding: chunked, identity', `0\r\n\r\n${SECRET}`)],
  ['an unknown encoding', post('Transfer-Encoding: xchunked', `0\r\n\r\n${SECRET}`)],
  ['an encoding twice', post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', `0\r\n\r\n${SECRET}`)],
  ['a piece of no size', post('Transfer-Encoding: chunked', `zz\r\n{}\r\n0\r\n\r\n${SECRET}`)],
  ['a piece longer than it says', post('Transfer-Encoding: chunked', `1\r\n{}{}\r\n0\r\n\r\n${SECRET}`)],
  ['a piece of a negative size', post('Transfer-Encoding: chunked', `-1\r\n{}\r\n0\r\n\r\n${SECRET}`)],
  ['a size beyond all numbers', post('Transfer-Encoding: chunked', `FFFFFFFFFFFFFFFF2\r\n{}\r\n0\r\n\r\n${SECRET}`)],
  ['pieces that end with a line feed alone', post('Transfer-Encoding: chunked', `2\n{}\n0\n\n${SECRET}`)],
  ['lines that end with a carriage return alone', `GET /x HTTP/1.1\rHost: x\r\r${SECRET}`],
  ['a folded header', post('X-Folded: a\r\n Content-Length: 2', SECRET)],
  ['a NUL in a header', post('X-Nul: a\0b\r\nContent-Length: 2', `{}${SECRET}`)],
  ['a header without a name', post(': x\r\nContent-Length: 2', `{}${SECRET}`)],
  ['no host', `GET /x HTTP/1.1\r\n\r\n${SECRET}`],
  ['two hosts', `GET /x HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n${SECRET}`],
]

test.each(AMBIGUOUS)(
  // API-3, V4.2.1
  'a request with %s is answered 400, and nothing behind it is heard',
  async (_, bytes) => {
    const answer = await rawConversation(app.url, bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/i)
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
    expect(answer).toMatch(/\{"status":"error","code":"unreadable","message":"[^"]+"\}$/)
  },
)
