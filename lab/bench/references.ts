import path from 'node:path'
import { type Running, start } from './processes.ts'

/** Starts a reference program by its file name, with a database if it needs one. */
export function startReference(name: string, env: NodeJS.ProcessEnv = {}): Promise<Running> {
  return start(path.join(import.meta.dirname, 'references', name), { env })
}
