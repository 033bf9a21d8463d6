import { execFile } from 'node:child_process'
import { readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { ATTACHMENTS_MAX } from '@petsetu/contract/complaints/complaint-facts.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import type { Random } from '../random.ts'
import type { Fixture } from './fixture.ts'
import { withClient } from './postgres-client.ts'
import { send } from './send.ts'
import type { ServerNode } from './server-node.ts'
import { anUpload, sendHalf, sendUpload, storedNames, type Upload, untilStored } from './uploads.ts'

/** Breaks one upload on a node; returns what went wrong, or null. */
type UploadFault = (fixture: Fixture, node: ServerNode, random: Random) => Promise<string | null>

/** The faults that this machine and user support, by the names in the report. */
export function uploadFaults({ disk }: Fixture): [kind: string, fault: UploadFault][] {
  const kinds: [string, UploadFault][] = [
    ['client hangs up half-way', hangUp],
    ['table locked until the insert gives up', failsWith(lockComplaints)],
    ['killed between two of five files', killOnceStored(1)],
    ['killed between five files and their rows', killOnceStored(ATTACHMENTS_MAX)],
    ['killed half-way', killHalfWay],
    ['file missing when it is served', loseFile],
  ]
  if (process.platform === 'linux') kinds.push(['no larger file allowed (EFBIG)', failsWith(limitFiles)])
  if (!disk) return kinds
  return [
    ...kinds,
    ['disk full (ENOSPC)', failsWith(() => disk.fill())],
    ['fsync fails', failsWith(() => disk.breakSync())],
  ]
}

/** The file or its row cannot be written: expects 503, no leftover file, and success on retry. */
function failsWith(breakIt: (fixture: Fixture, node: ServerNode) => Promise<() => Promise<unknown>>): UploadFault {
  return async (fixture, node, random) => {
    const upload = anUpload(random)
    const before = await storedNames(fixture.attachmentsDir)
    const mend = await breakIt(fixture, node)
    const { status } = await sendUpload(fixture.context, node, upload)
    await mend()
    if (status !== 503) return `it was answered with ${status}`
    const after = await storedNames(fixture.attachmentsDir)
    if (after.join() !== before.join()) return 'a file was left behind'
    return sendAgain(fixture, node, upload)
  }
}

/** Retries if the connection was closed: an upload rejected early may close it. */
async function sendAgain(fixture: Fixture, node: ServerNode, upload: Upload): Promise<string | null> {
  for (let tries = 1; ; tries++) {
    const { status } = await sendUpload(fixture.context, node, upload)
    if (status === 201) return null
    if (status !== null || tries === 3) return `sent again, it was answered with ${status}`
  }
}

/** Blocks the insert but not reads: by then the file has its final name, and the row is not there yet. */
async function lockComplaints({ postgres }: Fixture): Promise<() => Promise<unknown>> {
  const { promise: freed, resolve: free } = Promise.withResolvers<void>()
  const { promise: locked, resolve: tell } = Promise.withResolvers<void>()
  const holding = withClient(postgres, async (client) => {
    await client.query('begin')
    await client.query('lock table complaints in share mode')
    tell()
    await freed
    await client.query('rollback')
  })
  await Promise.race([locked, holding])
  return () => {
    free()
    return holding
  }
}

const FILE_BYTES_MAX = 100_000

async function limitFiles(_fixture: Fixture, node: ServerNode): Promise<() => Promise<unknown>> {
  const limit = (bytes: string) => promisify(execFile)('prlimit', ['--pid', String(node.pid()), `--fsize=${bytes}:`])
  await limit(String(FILE_BYTES_MAX))
  return () => limit('unlimited')
}

/** Kills the node once this many of the files have their final names; their rows are not there yet. */
function killOnceStored(count: number): UploadFault {
  return async (fixture, node, random) => {
    const upload = anUpload(random)
    const before = await storedNames(fixture.attachmentsDir)
    const unlock = await lockComplaints(fixture)
    const sending = sendUpload(fixture.context, node, upload)
    const isNew = (name: string) => !name.startsWith('incoming') && !before.includes(name)
    const isReached = await untilStored(fixture.attachmentsDir, (names) => names.filter(isNew).length >= count)
    await node.end('SIGKILL')
    await unlock()
    const { status } = await sending
    await node.start()
    if (!isReached || status !== null) return `it was answered with ${status} before it could be killed`
    return sendAgain(fixture, node, upload)
  }
}

async function killHalfWay(fixture: Fixture, node: ServerNode, random: Random): Promise<string | null> {
  const upload = anUpload(random)
  const before = await storedNames(fixture.attachmentsDir)
  const { hangUp } = sendHalf(node, upload)
  const isReached = await untilStored(fixture.attachmentsDir, (names) => names.length > before.length)
  await node.end('SIGKILL')
  hangUp()
  await node.start()
  return isReached ? sendAgain(fixture, node, upload) : 'the upload never began'
}

const HANG_UPS = 20
const HANDLES_MORE_MAX = 15

async function hangUp(fixture: Fixture, node: ServerNode, random: Random): Promise<string | null> {
  const before = await storedNames(fixture.attachmentsDir)
  const handles = await openHandles(node)
  const halves = Array.from({ length: HANG_UPS }, () => sendHalf(node, anUpload(random)))
  const hasBegun = await untilStored(fixture.attachmentsDir, (names) => names.length > before.length)
  for (const half of halves) half.hangUp()
  if (!hasBegun) return 'the upload never began'
  const isGone = await untilStored(fixture.attachmentsDir, (names) => names.join() === before.join())
  if (!isGone) return 'a file was left behind'
  const more = (await openHandles(node)) - handles
  if (more > HANDLES_MORE_MAX) return `${more} more files and connections are open than before`
  return sendAgain(fixture, node, anUpload(random))
}

/** Open file descriptors of the node; 0 if the system does not show them. */
async function openHandles(node: ServerNode): Promise<number> {
  const handles = await readdir(`/proc/${node.pid()}/fd`).catch(() => [])
  return handles.length
}

async function loseFile(fixture: Fixture, node: ServerNode, random: Random): Promise<string | null> {
  const { adminToken: token } = fixture.context
  const upload = anUpload(random)
  const { complaintId } = await sendUpload(fixture.context, node, upload)
  const read = await send(node.url, complaintCalls.read, { params: { id: String(complaintId) } }, { token })
  const { file_path: name, file_url: link } = read?.body.data ?? {}
  if (!name || !link) return 'the complaint has no file'
  const file = path.join(fixture.attachmentsDir, name)
  await rename(file, `${file}.away`)
  const missing = await fetch(node.url + link)
  await rename(`${file}.away`, file)
  if (missing.status !== 404) return `a missing file was answered with ${missing.status}`
  const served = Buffer.from(await (await fetch(node.url + link)).arrayBuffer())
  return served.equals(upload.file) ? null : 'the file was served with other bytes'
}
