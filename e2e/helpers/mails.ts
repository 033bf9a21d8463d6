import { expect, type Site } from './fixtures.ts'

type Mail = { subject: string; text: string | null }

/** Waits for a mail to this address that the pattern matches; returns the pattern's group in the newest one, of this subject if one is named. */
export async function findInMail(site: Site, email: string, wanted: RegExp, subject?: string): Promise<string> {
  const find = async () => {
    const mails = await site.sandbox<Mail[]>('GET', `/mails?to=${encodeURIComponent(email)}`)
    const found = mails.filter((mail) => subject === undefined || mail.subject === subject)
    return found.map(({ text }) => wanted.exec(text ?? '')?.[1]).find(Boolean) ?? ''
  }
  await expect.poll(find).not.toBe('')
  return find()
}

/** The code in the newest mail to this address, of this subject if one is named. */
export const mailedCode = (site: Site, email: string, subject?: string) =>
  findInMail(site, email, /\b(\d{4} \d{4})\b/, subject)

/** The link in the newest mail to this address with this subject. */
export const mailedLink = (site: Site, email: string, subject: string) =>
  findInMail(site, email, /^(https?:\S+token=\S+)$/m, subject)
