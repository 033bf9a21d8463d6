import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockDataFolder } from './database.ts'

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-lock-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Another process that holds the lock until it is killed. */
async function anotherHolder(folder: string) {
  const program = path.join(folder, 'hold.mjs')
  const lock = JSON.stringify(path.join(import.meta.dirname, 'database.ts'))
  await writeFile(
    program,
    `import { lockDataFolder } from ${lock}
     globalThis.lock = await lockDataFolder(${JSON.stringify(folder)}, 0)
     process.send(globalThis.lock ? 'held' : 'refused')
     setInterval(() => {}, 1000)`,
  )
  const child = fork(program)
  onTestFinished(() => void child.kill('SIGKILL'))
  const [message] = await once(child, 'message')
  expect(message).toBe('held')
  return child
}

// CFG-4
test('a second program on one data folder is rejected, in this process and in another', async () => {
  const folder = await aFolder()
  const first = await lockDataFolder(folder, 0)
  expect(first).not.toBeNull()
  expect(await lockDataFolder(folder, 0)).toBeNull()
  first?.release()

  await anotherHolder(folder)
  expect(await lockDataFolder(folder, 0)).toBeNull()
  expect(await lockDataFolder(folder, 300)).toBeNull()
})

// CFG-4
test('a folder is free as soon as its holder lets go, and whoever waits gets it', async () => {
  const folder = await aFolder()
  const first = await lockDataFolder(folder, 0)
  const waiting = lockDataFolder(folder, 20_000)
  first?.release()
  const second = await waiting
  expect(second).not.toBeNull()
  second?.release()
})

// CFG-4
test('the folder of a process that was killed is free at once', async () => {
  const folder = await aFolder()
  const holder = await anotherHolder(folder)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const next = await lockDataFolder(folder, 0)
  expect(next).not.toBeNull()
  next?.release()
})

// CFG-1
test('a data folder that is not there yet is made', async () => {
  const lock = await lockDataFolder(path.join(await aFolder(), 'new/below'), 0)
  expect(lock).not.toBeNull()
  lock?.release()
})
