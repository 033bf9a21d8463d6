import type { Language } from '@petsetu/languages/languages.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import type { MailContent, MailSender } from './mail-content.ts'
import { MailLayout } from './mail-layout.ts'
import { oneLine } from './one-line.ts'

export type RenderedMail = { subject: string; text: string; html: string }

export function renderMail(content: MailContent, sender: MailSender, language: Language): RenderedMail {
  const subject = oneLine(content.subject)
  const link = content.action && sender.publicUrl + content.action.path
  const moreLink = content.more && sender.publicUrl + content.more.path
  const preferencesLink = content.preferences && sender.publicUrl + content.preferences.path
  const html = renderToStaticMarkup(
    MailLayout({ ...content, subject, link, moreLink, preferencesLink, sender, language }),
  )
  return {
    subject,
    text: plainText(content, { link, moreLink, preferencesLink }, sender),
    html: `<!doctype html>${html}`,
  }
}

function plainText(
  { paragraphs, facts = [], action, more, why, preferences }: MailContent,
  { link, moreLink, preferencesLink }: Record<'link' | 'moreLink' | 'preferencesLink', string | undefined>,
  sender: MailSender,
): string {
  const blocks = [
    ...paragraphs,
    facts.map(([label, value]) => `${label}: ${oneLine(value)}`).join('\n'),
    action && link ? `${action.label}:\n${link}` : '',
    more && moreLink ? `${more.label}:\n${moreLink}` : '',
    '-- ',
    why,
    preferences && preferencesLink ? `${preferences.label}:\n${preferencesLink}` : '',
    [sender.foundationName, sender.legalAddress, sender.contactEmail, sender.mailSignature].filter(Boolean).join('\n'),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}
