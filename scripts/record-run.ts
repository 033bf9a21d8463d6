import { userInfo } from 'node:os'
import type { AuditAction } from '@petsetu/contract/people/audit.ts'
import { recordAudit } from '../server/src/people/audit/record-audit.ts'
import type { Db } from '../server/src/platform/db/pool.ts'

/**
 * Records in the audit what a command did to an account, or to a person without one. A command has no admin's account: its row
 * names the login and the command.
 */
export async function recordRun(
  transaction: Db,
  command: string,
  action: AuditAction,
  userId: number | null,
): Promise<void> {
  const person = { id: 0, username: `${loginName()} (npm run ${command})`, role: 'admin' } as const
  const actor = { person: { ...person, duties: null, language: null, mustEnrol: false }, request: { id: 'command' } }
  await recordAudit(transaction, actor, action, userId === null ? { kind: 'user' } : { kind: 'user', id: userId })
}

/** Before `sudo`, if that is known. A container may run under a number that has no name. */
function loginName(): string {
  if (process.env.SUDO_USER) return process.env.SUDO_USER
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
