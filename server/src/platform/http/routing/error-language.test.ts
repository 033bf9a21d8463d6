import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { expect, test } from 'vitest'
import { aUser, PASSWORD } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/harness.ts'
import { type PlainReply, plainRequest } from '../../../../test/plain-request.ts'

const app = await testApp({ RATE_LIMITS: 'on' })
const user = await aUser(app.db)
const throttled = await aUser(app.db)

type Headers = Record<string, string>

const get = (path: string) => (headers: Headers) => plainRequest(app.url, { path, headers })
const post = (path: string, body: object, from?: string) => (headers: Headers) =>
  plainRequest(app.url, {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...(from && { from }),
  })

let names = 0
const signInAsNobody = (headers: Headers) =>
  post(authCalls.signin.path, { username: `nobody-${++names}`, password: 'a guess' })(headers)

async function whenBusy(headers: Headers): Promise<PlainReply> {
  const places = Array.from({ length: 100 })
  for (const _ of places) app.loadShedding.enter('critical')
  const reply = await get('/api/memberships/plans/regular')(headers)
  for (const _ of places) app.loadShedding.leave()
  return reply
}

async function whenThrottled(headers: Headers): Promise<PlainReply> {
  const guess = post(authCalls.signin.path, { username: throttled.username, password: 'a guess' }, '127.0.9.9')
  for (let tries = 0; tries < 5; tries++) await guess({})
  return guess(headers)
}

const taken = { username: user.username, email: 'new@example.org', password: PASSWORD }

const CASES: [number, string, Record<Language, string>, (headers: Headers) => Promise<PlainReply>][] = [
  [
    400,
    'invalid_fields',
    {
      en: '2 fields need your attention.',
      hi: '2 जगहों पर सुधार ज़रूरी है।',
      mr: '2 ठिकाणी दुरुस्ती आवश्यक आहे.',
    },
    post(authCalls.signin.path, {}),
  ],
  [
    400,
    'unreadable',
    {
      en: 'What you sent could not be read.',
      hi: 'भेजी गई जानकारी पढ़ी नहीं जा सकी।',
      mr: 'पाठवलेली माहिती वाचता आली नाही.',
    },
    get('/%'),
  ],
  [
    401,
    'invalid_credentials',
    {
      en: 'Invalid username or password.',
      hi: 'उपयोगकर्ता नाम या पासवर्ड सही नहीं है।',
      mr: 'वापरकर्ता नाव किंवा पासवर्ड बरोबर नाही.',
    },
    signInAsNobody,
  ],
  [
    404,
    'pet_not_found',
    { en: 'Pet not found', hi: 'पालतू नहीं मिला', mr: 'पाळीव प्राणी सापडला नाही' },
    get('/pets/22222222222A'),
  ],
  [
    409,
    'username_or_email_taken',
    {
      en: 'Username or email is already in use.',
      hi: 'यह उपयोगकर्ता नाम या ईमेल पहले से उपयोग में है।',
      mr: 'हे वापरकर्ता नाव किंवा ईमेल आधीच वापरात आहे.',
    },
    post(authCalls.signup.path, taken),
  ],
  [
    413,
    'too_large',
    {
      en: 'What you sent is too large.',
      hi: 'भेजी गई जानकारी बहुत बड़ी है।',
      mr: 'पाठवलेली माहिती खूप मोठी आहे.',
    },
    post(authCalls.signin.path, { username: 'x'.repeat(70_000) }),
  ],
  [
    414,
    'address_too_long',
    {
      en: 'URI Too Long',
      hi: 'पता बहुत लंबा है',
      mr: 'पत्ता खूप लांब आहे',
    },
    get(`/pets/${'x'.repeat(9_000)}`),
  ],
  [
    415,
    'not_json',
    {
      en: 'Send this as JSON (content-type: application/json).',
      hi: 'इसे JSON के रूप में भेजें (content-type: application/json)।',
      mr: 'हे JSON स्वरूपात पाठवा (content-type: application/json).',
    },
    (headers) => post(authCalls.signin.path, {})({ ...headers, 'content-type': 'text/plain' }),
  ],
  [
    415,
    'not_form',
    {
      en: 'Send this as a form (content-type: multipart/form-data).',
      hi: 'इसे फ़ॉर्म के रूप में भेजें (content-type: multipart/form-data)।',
      mr: 'हे फॉर्मच्या स्वरूपात पाठवा (content-type: multipart/form-data).',
    },
    post(complaintCalls.submit.path, {}),
  ],
  [
    429,
    'too_many_attempts',
    {
      en: 'Too many attempts. Please try again later.',
      hi: 'बहुत ज़्यादा कोशिशें हो चुकी हैं। कृपया बाद में फिर कोशिश करें।',
      mr: 'खूप जास्त प्रयत्न झाले. कृपया नंतर पुन्हा प्रयत्न करा.',
    },
    whenThrottled,
  ],
  [
    503,
    'busy',
    {
      en: 'The service is busy or restarting. Please try again in a moment.',
      hi: 'सेवा व्यस्त है या फिर से शुरू हो रही है। कृपया थोड़ी देर में फिर कोशिश करें।',
      mr: 'सेवा व्यस्त आहे किंवा पुन्हा सुरू होत आहे. कृपया थोड्या वेळाने पुन्हा प्रयत्न करा.',
    },
    whenBusy,
  ],
]

for (const [status, code, messages, ask] of CASES) {
  // LNG-4
  test(`a ${status} has the code ${code}, and its message in the request’s language`, async () => {
    for (const [language, message] of Object.entries(messages)) {
      for (const headers of [
        { 'accept-language': language },
        { cookie: `lang=${language}`, 'accept-language': 'en' },
      ]) {
        const reply = await ask(headers)
        expect.soft(reply.status).toBe(status)
        expect.soft(JSON.parse(reply.text)).toMatchObject({ status: 'error', code, message })
        expect.soft(reply.headers['content-language']).toBe(language)
      }
    }
  })
}

// LNG-4
test('messages come in the request’s language, by field or as a single one', async () => {
  const reply = await post('/auth/signup?lang=hi', { ...taken, password: '12345' })({})
  expect(JSON.parse(reply.text)).toEqual({
    status: 'error',
    code: 'invalid_fields',
    message: 'पासवर्ड: कम से कम 6 अक्षर लिखें',
    errors: { password: 'पासवर्ड: कम से कम 6 अक्षर लिखें' },
  })
})

// LNG-4
test("what only zod has a message for is said in the request's language, too", async () => {
  const admin = await aUser(app.db, 'admin')
  const ask = (language: string) =>
    get(`/admin/tags?state=lost&lang=${language}`)({ authorization: `Bearer ${admin.token}` })
  const [english, hindi] = [JSON.parse((await ask('en')).text), JSON.parse((await ask('hi')).text)]
  expect(english).toMatchObject({
    code: 'invalid_fields',
    message: 'Invalid option: expected one of "blank"|"registered"|"spent"',
  })
  expect(hindi).toMatchObject({
    code: 'invalid_fields',
    message: 'सही नहीं है: इनमें से एक चाहिए था: "blank"|"registered"|"spent"',
  })
})
