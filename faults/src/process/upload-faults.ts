import { execFile } from 'node:child_process'
import { readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { complaintCalls } from '@petsetu/contract/complaints.ts'
import type { Chance } from '../random.ts'
import { send } from './ask.ts'
import { withClient } from './postgres-client.ts'
import type { ServerNode } from './server-node.ts'
import type { Town } from './town.ts'
import { anUpload, sendHalf, sendUpload, storedNames, type Upload, untilStored } from './uploads.ts'

/** Lets one upload go wrong on a node, and answers what should not have happened, null for nothing. */
type UploadFault = (town: Town, node: ServerNode, chance: Chance) => Promise<string | null>

/** The faults that this machine and this user can bring about, by the names under which they are counted. */
export function uploadFaults({ disk }: Town): [kind: string, fault: UploadFault][] {
  const kinds: [string, UploadFault][] = [
    ['client hangs up half-way', hangUp],
    ['table locked until the insert gives up', hinderedBy(lockComplaints)],
    ['killed between rename and commit', killBeforeCommit],
    ['killed half-way', killHalfWay],
    ['file missing when it is served', loseFile],
  ]
  if (process.platform === 'linux') kinds.push(['no larger file allowed (EFBIG)', hinderedBy(limitFiles)])
  if (!disk) return kinds
  return [
    ...kinds,
    ['disk full (ENOSPC)', hinderedBy(() => disk.fill())],
    ['fsync fails', hinderedBy(() => disk.breakSync())],
  ]
}

/** Something keeps the file or its row from being written: 503, nothing is left behind, and the same upload succeeds afterwards. */
function hinderedBy(hinder: (town: Town, node: ServerNode) => Promise<() => Promise<unknown>>): UploadFault {
  return async (town, node, chance) => {
    const upload = anUpload(chance)
    const before = await storedNames(town.attachmentsDir)
    const mend = await hinder(town, node)
    const { status } = await sendUpload(town.place, node, upload)
    await mend()
    if (status !== 503) return `it was answered with ${status}`
    const after = await storedNames(town.attachmentsDir)
    if (after.join() !== before.join()) return 'a file was left behind'
    return sendAgain(town, node, upload)
  }
}

/** As a patient person does: an upload that was refused half-way may have cost the connection. */
async function sendAgain(town: Town, node: ServerNode, upload: Upload): Promise<string | null> {
  for (let tries = 1; ; tries++) {
    const { status } = await sendUpload(town.place, node, upload)
    if (status === 201) return null
    if (status !== null || tries === 3) return `sent again, it was answered with ${status}`
  }
}

/** Reads go on, and so does the request up to its insert: the file has its name by then, and the row waits. */
async function lockComplaints({ postgres }: Town): Promise<() => Promise<unknown>> {
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

async function limitFiles(_town: Town, node: ServerNode): Promise<() => Promise<unknown>> {
  const limit = (bytes: string) => promisify(execFile)('prlimit', ['--pid', String(node.pid()), `--fsize=${bytes}:`])
  await limit(String(FILE_BYTES_MAX))
  return () => limit('unlimited')
}

async function killBeforeCommit(town: Town, node: ServerNode, chance: Chance): Promise<string | null> {
  const upload = anUpload(chance)
  const before = await storedNames(town.attachmentsDir)
  const unlock = await lockComplaints(town)
  const sending = sendUpload(town.place, node, upload)
  const hasName = (names: string[]) => names.some((name) => !name.startsWith('incoming') && !before.includes(name))
  const isReached = await untilStored(town.attachmentsDir, hasName)
  await node.end('SIGKILL')
  await unlock()
  const { status } = await sending
  await node.start()
  if (!isReached || status !== null) return `it was answered with ${status} before it could be killed`
  return sendAgain(town, node, upload)
}

async function killHalfWay(town: Town, node: ServerNode, chance: Chance): Promise<string | null> {
  const upload = anUpload(chance)
  const before = await storedNames(town.attachmentsDir)
  const { hangUp } = sendHalf(node, upload)
  const isReached = await untilStored(town.attachmentsDir, (names) => names.length > before.length)
  await node.end('SIGKILL')
  hangUp()
  await node.start()
  return isReached ? sendAgain(town, node, upload) : 'the upload never began'
}

const HANG_UPS = 20
const HANDLES_MORE_MAX = 15

async function hangUp(town: Town, node: ServerNode, chance: Chance): Promise<string | null> {
  const before = await storedNames(town.attachmentsDir)
  const handles = await openHandles(node)
  const halves = Array.from({ length: HANG_UPS }, () => sendHalf(node, anUpload(chance)))
  const hasBegun = await untilStored(town.attachmentsDir, (names) => names.length > before.length)
  for (const half of halves) half.hangUp()
  if (!hasBegun) return 'the upload never began'
  const isGone = await untilStored(town.attachmentsDir, (names) => names.join() === before.join())
  if (!isGone) return 'a file was left behind'
  const more = (await openHandles(node)) - handles
  if (more > HANDLES_MORE_MAX) return `${more} more files and connections are open than before`
  return sendAgain(town, node, anUpload(chance))
}

/** Files and connections that the node holds; 0 where the system does not tell. */
async function openHandles(node: ServerNode): Promise<number> {
  const handles = await readdir(`/proc/${node.pid()}/fd`).catch(() => [])
  return handles.length
}

async function loseFile(town: Town, node: ServerNode, chance: Chance): Promise<string | null> {
  const { adminToken: token } = town.place
  const upload = anUpload(chance)
  const { complaintId } = await sendUpload(town.place, node, upload)
  const read = await send(node.url, complaintCalls.read, { params: { id: String(complaintId) } }, { token })
  const { file_path: name, file_url: link } = read?.body.data ?? {}
  if (!name || !link) return 'the complaint has no file'
  const file = path.join(town.attachmentsDir, name)
  await rename(file, `${file}.away`)
  const missing = await fetch(node.url + link)
  await rename(`${file}.away`, file)
  if (missing.status !== 404) return `a missing file was answered with ${missing.status}`
  const served = Buffer.from(await (await fetch(node.url + link)).arrayBuffer())
  return served.equals(upload.file) ? null : 'the file was served with other bytes'
}
