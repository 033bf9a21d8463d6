import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runInWorker } from '../run-in-worker.ts'
import { type Cluster, startCluster } from '../simulation/cluster.ts'

// The planted bugs that the short form looks for, with a fixed seed. `npm run faults` looks for all.
const SEED = 2026
const MS_MAX = 900_000
const SECONDS_MAX = 900

let folder: string
let cluster: Cluster

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'petsetu-faults-'))
  cluster = await startCluster(folder)
}, MS_MAX)

afterAll(async () => {
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}, MS_MAX)

test.each([
  "the subject's orders are not locked",
  'a webhook is answered before it is kept',
  'authorised is taken for captured',
  "the client's subject is trusted",
  'a cheque counts before the bank has paid it',
  'a link pays what the desk has taken meanwhile',
  'money that an admin has kept goes back',
  'failed is taken for the end',
  'closing does not wait for what is being recorded',
  'of two corrections of one version both are taken',
  'a notice is lost while the push service is away',
  'cash in hand is looked for before the account is locked',
  'a restore gives out the numbers of receipts again',
])(
  // PAY-6
  'were there this mistake, the harness would see it: %s',
  async (bug) => {
    const answer = await runInWorker({ kind: 'hunt', folder, seed: SEED, bug, seconds: SECONDS_MAX })
    expect('caught' in answer && answer.caught).toBeTruthy()
  },
  MS_MAX,
)
