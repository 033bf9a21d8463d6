import path from 'node:path'
import { type Running, start } from './processes.ts'

/** Starts one of the reference programs by its file's name, on a database where it needs one. */
export function startReference(name: string, env: NodeJS.ProcessEnv = {}): Promise<Running> {
  return start(path.join(import.meta.dirname, 'references', name), { env })
}
