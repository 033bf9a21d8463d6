import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError } from '../errors.ts'
import { type Config, readConfig } from './config.ts'

const KEYS = { RAZORPAY_KEY_ID: 'id', RAZORPAY_KEY_SECRET: 'key-secret', RAZORPAY_WEBHOOK_SECRET: 'webhook' }
const STORE = {
  S3_ENDPOINT: 'https://s3.example/',
  S3_BUCKET: 'petsetu-files',
  S3_ACCESS_KEY_ID: 'AK',
  S3_SECRET_ACCESS_KEY: 'hush',
}
const PRODUCTION = { NODE_ENV: 'production', ...KEYS }

// Believable ones, so that the pages of a trial look like those of a foundation.
const EXAMPLE_DETAILS = {
  legalName: 'Karuna Animal Welfare Trust',
  legalAddress: '12 Example Road, Shivaji Nagar, Pune 411005',
  contactEmail: 'care@karuna-foundation.example',
  helplinePhone: '+91 20 5550 1234',
  registrationNumber: 'E-0000 (Pune)',
  foundationPan: 'AAATK0000A',
  grievanceOfficerName: 'Asha Kulkarni',
  grievanceOfficerEmail: 'grievance@karuna-foundation.example',
}

const DETAILS = {
  LEGAL_NAME: 'Daya Trust',
  LEGAL_ADDRESS: '1 Long Lane, Nagpur 440001',
  CONTACT_EMAIL: 'help@daya.example',
  HELPLINE_PHONE: ' 1962 ',
  REGISTRATION_NUMBER: 'F-77',
  FOUNDATION_PAN: 'ABCTD1234E',
  GRIEVANCE_OFFICER_NAME: 'Ravi',
  GRIEVANCE_OFFICER_EMAIL: 'ravi@daya.example',
}

/** The one line with which a start with these settings stops. */
function refusal(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as ConfigError).message
  }
  return 'was not refused'
}

// CFG-1
test('without any variable every setting has its default', () => {
  expect(readConfig({})).toEqual({
    isProduction: false,
    isTest: false,
    port: 3000,
    host: '127.0.0.1',
    dataDir: path.resolve('data'),
    databaseUrl: null,
    directDatabaseUrl: null,
    readDatabaseUrl: null,
    migrateDatabaseUrl: null,
    pooling: { hasPooler: false, preparesStatements: true },
    databaseNodes: 1,
    objectStore: null,
    secretKey: null,
    requireAdmin2fa: false,
    publicUrl: 'http://127.0.0.1:3000',
    trustedProxies: [],
    firstAdmin: { username: 'admin', email: expect.stringMatching(/@/), password: null },
    providerKeys: null,
    providerApiUrl: 'https://api.razorpay.com',
    providerCheckoutUrl: 'https://checkout.razorpay.com/v1/checkout.js',
    providerCircuitOpenSeconds: 10,
    sandboxPort: 3001,
    smtpUrl: null,
    mailFrom: 'PetSetu <no-reply@localhost>',
    mailBounceSecret: null,
    pushServices: [
      'fcm.googleapis.com',
      'updates.push.services.mozilla.com',
      '*.push.apple.com',
      '*.notify.windows.com',
    ],
    metricsToken: null,
    reconcileEverySeconds: 60,
    reconcileAfterSeconds: 600,
    drainSeconds: 0,
    rateLimits: true,
    diskReserveMb: 500,
    complaintDueDays: { cruelty: 2, 'injured or sick stray': 1, bite: 2, 'feeder harassment': 3, other: 5 },
    deskVoidAloneRupeesMax: 10_000,
    emergencyNumbers: [{ label: '', phone: '112' }],
    petsPerAccountMax: 200,
    foundationName: expect.stringMatching(/\w/),
    marketingUrl: expect.stringMatching(/^https:\/\//),
    hasDonatePage: false,
    hasServiceWorker: true,
    donationTaxSection: '',
    ...EXAMPLE_DETAILS,
    developerCredit: expect.stringMatching(/\w/),
  } satisfies Config)
})

// CFG-1
test('an empty or blank variable counts as not set', () => {
  const names = [
    'PORT',
    'HOST',
    'DATA_DIR',
    'DATABASE_URL',
    'DIRECT_DATABASE_URL',
    'READ_DATABASE_URL',
    'PREPARED_STATEMENTS',
    'DATABASE_NODES',
    'MIGRATE_DATABASE_URL',
    'PUBLIC_URL',
    'TRUSTED_PROXIES',
    'ADMIN_USERNAME',
    'ADMIN_EMAIL',
    'SANDBOX_PORT',
    'RATE_LIMITS',
    'DISK_RESERVE_MB',
    'PETS_PER_ACCOUNT_MAX',
    'DESK_VOID_ALONE_RUPEES_MAX',
    'COMPLAINT_DUE_DAYS',
  ]
  names.push(
    ...Object.keys(KEYS),
    'RAZORPAY_API_URL',
    'RAZORPAY_CHECKOUT_URL',
    'RAZORPAY_CIRCUIT_OPEN_SECONDS',
    'RECONCILE_EVERY_SECONDS',
    'RECONCILE_AFTER_SECONDS',
    'DRAIN_SECONDS',
  )
  names.push(...Object.keys(STORE), 'S3_REGION', 'RAZORPAY_WEBHOOK_SECRET_PREVIOUS')
  names.push('SMTP_URL', 'MAIL_FROM', 'SECRET_KEY', 'REQUIRE_ADMIN_2FA', 'METRICS_TOKEN', 'PUSH_SERVICES')
  names.push('FOUNDATION_NAME', 'MARKETING_URL', 'DEVELOPER_CREDIT', 'NODE_ENV')
  names.push(...Object.keys(DETAILS))
  const blank = Object.fromEntries(names.map((name, index) => [name, index % 2 === 0 ? '' : '  ']))
  expect(readConfig({ ...blank, ADMIN_PASSWORD: '' })).toEqual(readConfig({}))
})

// CFG-1
test('every variable is read', () => {
  const env = {
    PORT: '8080',
    HOST: '0.0.0.0',
    DATA_DIR: '/var/lib/petsetu',
    DATABASE_URL: 'postgres://user:pass@db.example:5432/pets',
    DIRECT_DATABASE_URL: 'postgres://user:pass@db.example:5433/pets',
    READ_DATABASE_URL: 'postgres://user:pass@standby.example:5432/pets',
    PREPARED_STATEMENTS: 'off',
    DATABASE_NODES: '3',
    MIGRATE_DATABASE_URL: 'postgres://owner:pass@db.example:5432/pets',
    ...STORE,
    S3_REGION: 'ap-south-1',
    SECRET_KEY: '5c'.repeat(32),
    METRICS_TOKEN: 'metrics-of-this-site',
    PUSH_SERVICES: 'push.example.org, *.push.example.net,http://127.0.0.1:3901 ',
    REQUIRE_ADMIN_2FA: 'on',
    PUBLIC_URL: 'https://pets.example.org/',
    TRUSTED_PROXIES: '10.0.0.7, 10.1.0.0/16,fd00::/8 ,::1',
    ADMIN_USERNAME: 'sunita',
    ADMIN_EMAIL: 'sunita@example.org',
    ADMIN_PASSWORD: ' a long password ',
    ...KEYS,
    RAZORPAY_WEBHOOK_SECRET_PREVIOUS: 'before',
    RAZORPAY_API_URL: 'http://127.0.0.1:4000/',
    RAZORPAY_CHECKOUT_URL: 'http://127.0.0.1:4000/checkout.js',
    RAZORPAY_CIRCUIT_OPEN_SECONDS: '3',
    SANDBOX_PORT: '9090',
    SMTP_URL: 'smtps://pets:pass@mail.example.org:465',
    MAIL_FROM: 'करुणा <no-reply@pets.example.org>',
    RECONCILE_EVERY_SECONDS: '5',
    RECONCILE_AFTER_SECONDS: '0',
    DRAIN_SECONDS: '20',
    RATE_LIMITS: 'off',
    DISK_RESERVE_MB: '2000',
    PETS_PER_ACCOUNT_MAX: '50',
    DESK_VOID_ALONE_RUPEES_MAX: '2000',
    COMPLAINT_DUE_DAYS: ' Cruelty = 1,other=7, Dog bite=0',
    EMERGENCY_NUMBERS: '112, Daya ambulance = +91 712 555 0100',
    DONATE_PAGE: 'on',
    SERVICE_WORKER: 'off',
    DONATION_TAX_SECTION: '133',
    FOUNDATION_NAME: 'Daya',
    MARKETING_URL: 'https://daya.example/',
    DEVELOPER_CREDIT: 'By us',
    ...DETAILS,
    NODE_ENV: 'test',
  }
  expect(readConfig(env)).toEqual({
    isProduction: false,
    isTest: true,
    port: 8080,
    host: '0.0.0.0',
    dataDir: '/var/lib/petsetu',
    databaseUrl: env.DATABASE_URL,
    directDatabaseUrl: env.DIRECT_DATABASE_URL,
    readDatabaseUrl: env.READ_DATABASE_URL,
    migrateDatabaseUrl: env.MIGRATE_DATABASE_URL,
    pooling: { hasPooler: true, preparesStatements: false },
    databaseNodes: 3,
    objectStore: {
      endpoint: 'https://s3.example',
      bucket: 'petsetu-files',
      region: 'ap-south-1',
      accessKeyId: 'AK',
      secretAccessKey: 'hush',
    },
    secretKey: Buffer.alloc(32, 0x5c),
    requireAdmin2fa: true,
    publicUrl: 'https://pets.example.org',
    trustedProxies: ['10.0.0.7', '10.1.0.0/16', 'fd00::/8', '::1'],
    firstAdmin: { username: 'sunita', email: 'sunita@example.org', password: ' a long password ' },
    providerKeys: { keyId: 'id', keySecret: 'key-secret', webhookSecret: 'webhook', webhookSecretPrevious: 'before' },
    providerApiUrl: 'http://127.0.0.1:4000',
    providerCheckoutUrl: 'http://127.0.0.1:4000/checkout.js',
    providerCircuitOpenSeconds: 3,
    sandboxPort: 9090,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    mailBounceSecret: null,
    pushServices: ['push.example.org', '*.push.example.net', 'http://127.0.0.1:3901'],
    metricsToken: 'metrics-of-this-site',
    reconcileEverySeconds: 5,
    reconcileAfterSeconds: 0,
    drainSeconds: 20,
    rateLimits: false,
    diskReserveMb: 2_000,
    complaintDueDays: { cruelty: 1, other: 7, 'dog bite': 0 },
    deskVoidAloneRupeesMax: 2_000,
    emergencyNumbers: [
      { label: '', phone: '112' },
      { label: 'Daya ambulance', phone: '+91 712 555 0100' },
    ],
    petsPerAccountMax: 50,
    foundationName: 'Daya',
    marketingUrl: 'https://daya.example',
    hasDonatePage: true,
    hasServiceWorker: false,
    donationTaxSection: '133',
    legalName: 'Daya Trust',
    legalAddress: '1 Long Lane, Nagpur 440001',
    contactEmail: 'help@daya.example',
    helplinePhone: '1962',
    registrationNumber: 'F-77',
    foundationPan: 'ABCTD1234E',
    grievanceOfficerName: 'Ravi',
    grievanceOfficerEmail: 'ravi@daya.example',
    developerCredit: 'By us',
  } satisfies Config)
})

const BAD: Record<string, string[]> = {
  PORT: ['-1', '65536', '3000.5', 'abc', '0x50', '1e3', '9'.repeat(30)],
  SANDBOX_PORT: ['-1', '65536', 'abc'],
  RECONCILE_EVERY_SECONDS: ['0', '-5', '1.5', 'often', '86401'],
  RECONCILE_AFTER_SECONDS: ['-1', 'late', '86401'],
  DISK_RESERVE_MB: ['-1', '1.5', 'all'],
  COMPLAINT_DUE_DAYS: ['2', 'Cruelty=2', 'Cruelty=two, Other=5', 'Other=-1', 'Other=366', 'Other=5,', 'Other=1.5'],
  EMERGENCY_NUMBERS: ['police', '112,', 'Police=', '1,2,3', '100,101,102,108,112'],
  PETS_PER_ACCOUNT_MAX: ['0', '-1', 'many'],
  DESK_VOID_ALONE_RUPEES_MAX: ['-1', '99.5', 'all'],
  CONTACT_EMAIL: ['help', 'help@', 'a@b.example, c@d.example'],
  GRIEVANCE_OFFICER_EMAIL: ['ravi'],
  FOUNDATION_PAN: ['AAATK', 'aaatk0000a', '1234567890'],
  FOUNDATION_NAME: ['x'.repeat(101), 'a\u0007b'],
  LEGAL_NAME: ['x'.repeat(201)],
  LEGAL_ADDRESS: ['x'.repeat(301)],
  REGISTRATION_NUMBER: ['x'.repeat(101)],
  GRIEVANCE_OFFICER_NAME: ['x'.repeat(201)],
  RATE_LIMITS: ['true', 'ON', '0', 'no'],
  DONATE_PAGE: ['true', 'yes'],
  SERVICE_WORKER: ['true', 'no'],
  DONATION_TAX_SECTION: ['8'.repeat(41)],
  HELPLINE_PHONE: ['none', '12', 'tel:112', '+91 20 5550 1234 / 35', '1'.repeat(16), '112"'],
  NODE_ENV: ['prod', 'Production', 'staging'],
  MIGRATE_DATABASE_URL: ['pets', 'mysql://host/db'],
  DIRECT_DATABASE_URL: ['pets', 'mysql://host/db'],
  READ_DATABASE_URL: ['pets', 'mysql://host/db'],
  PREPARED_STATEMENTS: ['no', 'false'],
  DATABASE_NODES: ['0', 'three', '100'],
  DATABASE_URL: ['pets', 'mysql://host/db', 'http://host/db', 'localhost:5432'],
  PUBLIC_URL: [
    'pets.example.org',
    'ftp://x',
    'https://x/path',
    'https://x?y',
    'https://x#y',
    'https://x/#',
    'https://x?',
    'https://user:pass@x',
    'javascript:alert(1)',
  ],
  TRUSTED_PROXIES: [
    'proxy.example.org',
    'true',
    '*',
    '10.0.0.0/33',
    '10.0.0/8',
    'fd00::/129',
    '10.0.0.1/8/8',
    '10.0.0.1/',
    '10.0.0.1,,10.0.0.2',
    '127.0.0.1:3000',
  ],
  RAZORPAY_API_URL: ['api', 'file:///etc/passwd', 'https://user:pass@x'],
  RAZORPAY_CHECKOUT_URL: ['checkout.js', '//x/checkout.js', 'data:text/javascript,1'],
  MARKETING_URL: ['www.example.org', 'javascript:alert(1)', '/'],
  SMTP_URL: [
    'mail.example.org',
    'mail.example.org:587',
    'https://mail.example.org',
    'smtp://',
    'smtps://mail.example.org/inbox',
    'smtps://mail.example.org?tls.rejectUnauthorized=false',
  ],
  MAIL_FROM: ['PetSetu', 'PetSetu <no-reply>', 'a@x.org, b@x.org', 'A <a@x.org> B <b@x.org>', 'Pet\u0000 <a@x.org>'],
  SECRET_KEY: ['secret', '5c'.repeat(31), '5g'.repeat(32), 'x'.repeat(42), 'x'.repeat(45)],
  REQUIRE_ADMIN_2FA: ['true', 'ON', '1'],
  PUSH_SERVICES: [
    'https://push.example.org',
    'http://push.example.org',
    'http://127.0.0.1:3901/push',
    'push.example.org/x',
    '*',
    '*.org',
    '10.0.0.7',
    'localhost',
  ],
  S3_REGION: ['Mumbai', 'ap south', 'x'.repeat(41)],
  ADMIN_EMAIL: ['admin', 'admin@', 'a b@example.org', 'admin@localhost'],
  ADMIN_PASSWORD: ['1234567', 'x'.repeat(257)],
  ADMIN_USERNAME: ['x'.repeat(51), 'a\u202eb'],
}

for (const [name, values] of Object.entries(BAD)) {
  // CFG-1
  test(`a bad ${name} stops the start with one line that names it and says what it takes`, () => {
    for (const value of values) {
      const line = refusal({ [name]: value })
      expect.soft(line, `${name}=${value.slice(0, 40)}`).toMatch(new RegExp(`^${name} must be [^\\n]+$`))
    }
  })
}

// CFG-1, AUTH-11
test('the start never prints a password', () => {
  expect(refusal({ ADMIN_PASSWORD: 'hush' })).not.toContain('hush')
  expect(refusal({ DATABASE_URL: 'mysql://user:hush@host/db' })).not.toContain('hush')
  expect(refusal({ MARKETING_URL: 'https://user:hush@host' })).not.toContain('hush')
  expect(refusal({ SMTP_URL: 'mail://user:hush@host' })).not.toContain('hush')
  for (const name of Object.keys(STORE)) expect(refusal({ ...STORE, [name]: '' })).not.toContain('hush')
})

// CFG-1
test('the former name of RAZORPAY_CIRCUIT_OPEN_SECONDS is read, the new one wins', async () => {
  const warned = once(process, 'warning')
  expect(readConfig({ RAZORPAY_REST_SECONDS: '7' }).providerCircuitOpenSeconds).toBe(7)
  expect((await warned)[0]).toMatchObject({ message: expect.stringContaining('RAZORPAY_CIRCUIT_OPEN_SECONDS') })
  const both = { RAZORPAY_REST_SECONDS: '7', RAZORPAY_CIRCUIT_OPEN_SECONDS: '9' }
  expect(readConfig(both).providerCircuitOpenSeconds).toBe(9)
  expect(refusal({ RAZORPAY_REST_SECONDS: 'long' })).toMatch(/^RAZORPAY_REST_SECONDS must be a whole number/)
})

// CFG-1
test('.env.example names every variable that is read, and no other', async () => {
  const read = new Set<string>()
  const env = new Proxy({} as Record<string, string>, {
    get: (_, name) => void read.add(String(name)),
  })
  readConfig(env)
  const example = await readFile(path.join(import.meta.dirname, '../../../../.env.example'), 'utf8')
  const named = [...example.matchAll(/^#?([A-Z0-9_]+)=/gm)].map(([, name = '']) => name)
  read.delete('RAZORPAY_REST_SECONDS')
  expect(named.toSorted()).toEqual([...read].toSorted())
})

// CFG-1
test('the three keys of the payment provider must be given all or none', () => {
  for (const missing of Object.keys(KEYS)) {
    const some: Record<string, string> = { ...KEYS, [missing]: '' }
    expect(refusal(some)).toMatch(new RegExp(`^${missing} must be set`))
  }
})

// CFG-1, V13.2.2
test('the database’s owner is set besides the working role and differs from it', () => {
  const [worker, owner] = ['postgres://app:a@db/pets', 'postgres://owner:b@db/pets']
  expect(refusal({ MIGRATE_DATABASE_URL: owner })).toMatch(/^DATABASE_URL must be set too/)
  expect(refusal({ DATABASE_URL: owner, MIGRATE_DATABASE_URL: owner })).toMatch(
    /^MIGRATE_DATABASE_URL must be of another/,
  )
  expect(readConfig({ DATABASE_URL: worker, MIGRATE_DATABASE_URL: owner }).migrateDatabaseUrl).toBe(owner)
})

// CLU-2, V12.3.1
test('the way past a pooler is set besides DATABASE_URL, and in production as safely', () => {
  const [pooled, direct] = ['postgres://app:kT4-own@127.0.0.1:6432/pets', 'postgres://app:kT4-own@127.0.0.1/pets']
  expect(refusal({ DIRECT_DATABASE_URL: direct })).toMatch(/^DATABASE_URL must be set too/)
  expect(readConfig({ DATABASE_URL: pooled, DIRECT_DATABASE_URL: direct })).toMatchObject({
    databaseUrl: pooled,
    directDatabaseUrl: direct,
    pooling: { hasPooler: true, preparesStatements: true },
  })
  expect(readConfig({ DATABASE_URL: direct, DIRECT_DATABASE_URL: direct }).pooling.hasPooler).toBe(false)
  expect(
    refusal({ ...PRODUCTION, DATABASE_URL: pooled, DIRECT_DATABASE_URL: 'postgres://app:kT4-own@db.example/pets' }),
  ).toMatch(/^DIRECT_DATABASE_URL must say sslmode=verify-full in [^\n]+$/)
})

// CFG-1, CMP-18
test('the object store’s settings are given all or none, and each must be usable', () => {
  for (const missing of Object.keys(STORE)) {
    expect(refusal({ ...STORE, [missing]: ' ' })).toMatch(new RegExp(`^${missing} must be set too: [^\\n]+$`))
  }
  expect(refusal({ S3_BUCKET: 'petsetu-files' })).toMatch(
    /^S3_ENDPOINT and S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must/,
  )
  for (const bucket of ['a', 'Pets', 'pets/files', '-pets', 'p'.repeat(64)]) {
    expect(refusal({ ...STORE, S3_BUCKET: bucket })).toMatch(/^S3_BUCKET must be a bucket's name [^\n]+$/)
  }
  for (const endpoint of ['s3.example', 'ftp://s3.example', 'https://user:hush@s3.example']) {
    const line = refusal({ ...STORE, S3_ENDPOINT: endpoint })
    expect(line).toMatch(/^S3_ENDPOINT must be a web address [^\n]+$/)
    expect(line).not.toContain('hush')
  }
})

// CFG-1
test('the public address is an origin in lower case, as browsers write it', () => {
  expect(readConfig({ PUBLIC_URL: 'HTTPS://Pets.Example.org:443/' }).publicUrl).toBe('https://pets.example.org')
})

// CFG-1, V12.3.1
test('production must set TLS for a database on another machine', () => {
  const [far, here] = ['postgres://app:kT4-own@db.example/pets', 'postgres://app:kT4-own@127.0.0.1/pets']
  expect(refusal({ ...PRODUCTION, DATABASE_URL: far })).toMatch(/^DATABASE_URL must say sslmode=verify-full in [^\n]+$/)
  for (const unsure of [
    'sslmode=no-verify',
    'sslmode=prefer',
    'sslmode=',
    'sslmode=verify-full&sslmode=no-verify',
    'sslmode=require&uselibpqcompat=true',
  ]) {
    expect
      .soft(refusal({ ...PRODUCTION, DATABASE_URL: `${far}?${unsure}` }), unsure)
      .toMatch(/^DATABASE_URL must say sslmode=verify-full in [^\n]+$/)
  }
  const elsewhere = `${here}?host=db.example.org`
  expect(refusal({ ...PRODUCTION, DATABASE_URL: elsewhere })).toMatch(/^DATABASE_URL must say sslmode=verify-full/)
  for (const said of [here, `${here}?host=/run/postgresql`, `${far}?sslmode=verify-full`, `${far}?sslmode=disable`]) {
    expect(readConfig({ ...PRODUCTION, DATABASE_URL: said }).databaseUrl).toBe(said)
  }
  expect(readConfig({ DATABASE_URL: far }).databaseUrl).toBe(far)
})

// CFG-1, V13.2.3, V6.3.2
test('production rejects example secrets and default passwords', () => {
  for (const [name, sample] of [
    ['RAZORPAY_KEY_SECRET', 'example_secret_0001'],
    ['RAZORPAY_WEBHOOK_SECRET', 'ChangeMe'],
    ['RAZORPAY_WEBHOOK_SECRET_PREVIOUS', 'secret'],
    ['S3_SECRET_ACCESS_KEY', 'minioadmin'],
    ['ADMIN_PASSWORD', 'petsetu-demo-1234'],
    ['DATABASE_URL', 'postgres://petsetu:password@127.0.0.1:5432/petsetu'],
    ['MIGRATE_DATABASE_URL', 'postgres://petsetu_owner:postgres@127.0.0.1:5432/petsetu'],
    ['SMTP_URL', 'smtps://user:password@mail.example.org'],
  ] as const) {
    const line = `${name} must hold a secret of your own in production, not a sample.`
    expect.soft(refusal({ ...PRODUCTION, ...STORE, [name]: sample })).toBe(line)
  }
  expect(
    readConfig({ ...PRODUCTION, DATABASE_URL: 'postgres://password:kT4-own@127.0.0.1/petsetu' }).isProduction,
  ).toBe(true)
  expect(refusal({ RAZORPAY_WEBHOOK_SECRET_PREVIOUS: 'before' })).toMatch(/^RAZORPAY_WEBHOOK_SECRET must be set too/)
})

// CFG-1, V12.2.1
test('production requires https for the provider and the object store', () => {
  for (const name of ['RAZORPAY_API_URL', 'RAZORPAY_CHECKOUT_URL', 'S3_ENDPOINT']) {
    const plain = { ...PRODUCTION, ...STORE, [name]: 'http://far.example/v1' }
    expect(refusal(plain)).toMatch(new RegExp(`^${name} must begin with https:// in production, [^\\n]+$`))
    // On this machine nothing leaves it.
    expect(readConfig({ ...plain, [name]: 'http://127.0.0.1:4000' }).isProduction).toBe(true)
  }
})

// PSH-2
test('production sends notices over https only', () => {
  expect(refusal({ ...PRODUCTION, PUSH_SERVICES: 'push.example.org,http://127.0.0.1:3901' })).toBe(
    'PUSH_SERVICES must name hosts without http:// in production.',
  )
})

// FND-1
test('in production there is no helpline until it is set', () => {
  expect(readConfig(PRODUCTION).helplinePhone).toBeNull()
  expect(readConfig({ ...PRODUCTION, HELPLINE_PHONE: '+91 20 2553 1234' }).helplinePhone).toBe('+91 20 2553 1234')
})

// PRV-2
test('in production the foundation’s details are empty until set, but for its name', () => {
  const names = Object.keys(EXAMPLE_DETAILS)
  const empty = Object.fromEntries(names.map((name) => [name, name === 'helplinePhone' ? null : '']))
  expect(readConfig(PRODUCTION)).toMatchObject({ ...empty, legalName: readConfig(PRODUCTION).foundationName })
  expect(readConfig({ ...PRODUCTION, ...DETAILS })).toMatchObject({ legalName: 'Daya Trust', helplinePhone: '1962' })
})

// ACC-7
test('admins need a second factor in production, unless a setting says otherwise', () => {
  expect(readConfig(PRODUCTION).requireAdmin2fa).toBe(true)
  expect(readConfig({ ...PRODUCTION, REQUIRE_ADMIN_2FA: 'off' }).requireAdmin2fa).toBe(false)
})

// ACC-6
test('SECRET_KEY is read in hex and in base64', () => {
  const key = Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - index * 7))
  for (const text of [
    key.toString('hex'),
    key.toString('hex').toUpperCase(),
    key.toString('base64'),
    key.toString('base64url'),
  ])
    expect(readConfig({ SECRET_KEY: text }).secretKey).toEqual(key)
})

// CFG-1, V15.2.3
test('production refuses the sandbox, RATE_LIMITS=off and a short first-admin password', () => {
  expect(refusal({ NODE_ENV: 'production' })).toMatch(/RAZORPAY_KEY_ID.*production/)
  expect(refusal({ ...PRODUCTION, RATE_LIMITS: 'off' })).toMatch(/^RATE_LIMITS=off is refused in production/)
  expect(refusal({ ...PRODUCTION, ADMIN_PASSWORD: 'elevenchars' })).toMatch(/^ADMIN_PASSWORD must be at least 12/)
  expect(readConfig({ ...PRODUCTION, ADMIN_PASSWORD: 'twelve-chars' })).toMatchObject({
    isProduction: true,
    rateLimits: true,
  })
})

// CFG-1
test('the address that is printed and used in QR codes must be openable', () => {
  expect(readConfig({ PORT: '4000' }).publicUrl).toBe('http://127.0.0.1:4000')
  expect(readConfig({ HOST: '0.0.0.0' }).publicUrl).toBe('http://127.0.0.1:3000')
  expect(readConfig({ HOST: '::' }).publicUrl).toBe('http://127.0.0.1:3000')
  expect(readConfig({ HOST: '::1' }).publicUrl).toBe('http://[::1]:3000')
  expect(readConfig({ PORT: '4000' }).sandboxPort).toBe(4001)
})
