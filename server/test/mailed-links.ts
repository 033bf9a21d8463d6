import { expect } from 'vitest'
import type { startMailCatcher } from './mail-catcher.ts'

type Catcher = Awaited<ReturnType<typeof startMailCatcher>>

/** The full address in the newest mail to `to` with this subject, once `count` of them have arrived. */
export async function mailedLink(catcher: Catcher, to: string, subject: string, count = 1): Promise<URL> {
  const arrived = async () => (await catcher.mails(to)).filter((mail) => mail.subject === subject)
  await expect.poll(async () => (await arrived()).length).toBe(count)
  const [newest] = await arrived()
  return new URL(/^https?:\S+$/m.exec(newest?.text ?? '')?.[0] ?? 'no-link:')
}

export const tokenIn = (link: URL): string => link.searchParams.get('token') ?? ''
