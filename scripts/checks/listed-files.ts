import { execFileSync } from 'node:child_process'
import { ROOT } from '../prepare.mjs'

/** The files that git would keep, also new ones, that match one of these patterns or are in one of these folders. */
export function listedFiles(...patterns: string[]): string[] {
  const list = (...args: string[]) =>
    execFileSync('git', ['ls-files', ...args], { cwd: ROOT, encoding: 'utf8' })
      .split('\n')
      .filter(Boolean)
  const deleted = new Set(list('--deleted'))
  return list('--cached', '--others', '--exclude-standard', ...patterns).filter((file) => !deleted.has(file))
}
