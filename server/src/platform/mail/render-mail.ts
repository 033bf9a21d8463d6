import { type LogoPicture, sizeWithin } from '@petsetu/contract/site/site.ts'
import { LANGUAGE_KEY, type Language } from '@petsetu/languages/languages.ts'
import { scripts } from '@petsetu/languages/scripts.ts'
import { createElement as h, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type MailContent, type MailSender, oneLine } from './mail-content.ts'

export type RenderedMail = { subject: string; text: string; html: string }

export function renderMail(content: MailContent, sender: MailSender, language: Language): RenderedMail {
  const subject = oneLine(content.subject)
  const linkOf = (part: { path: string } | undefined) => part && sender.publicUrl + pathIn(language, part.path)
  const link = linkOf(content.action)
  const moreLink = linkOf(content.more)
  const preferencesLink = linkOf(content.preferences)
  const html = renderToStaticMarkup(
    MailLayout({ ...content, subject, link, moreLink, preferencesLink, sender, language }),
  )
  return {
    subject,
    text: plainText(content, { link, moreLink, preferencesLink }, sender),
    html: `<!doctype html>${html}`,
  }
}

/** The path of a page that opens in the language of the mail, also in a browser that has never been here. What stands behind a # stays last. */
function pathIn(language: Language, path: string): string {
  if (language === 'en') return path
  const [, page = '', secret = ''] = /^([^#]*)(.*)$/s.exec(path) ?? []
  return `${page}${page.includes('?') ? '&' : '?'}${LANGUAGE_KEY}=${language}${secret}`
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

type Props = MailContent & {
  link: string | undefined
  moreLink: string | undefined
  preferencesLink: string | undefined
  sender: Pick<MailSender, 'publicUrl' | 'foundationName' | 'legalAddress' | 'contactEmail' | 'mailSignature' | 'logo'>
  language: Language
}

// The colours are those of the pages (tokens.css). Mail programs read style attributes best; the style element adds dark colours where it
// is understood.
const DARK = `:root{color-scheme:light dark}@media(prefers-color-scheme:dark){
body,.ground{background:#14191b!important}.card{background:#1d2528!important;border-color:#4fb8b2 #2e3a3e #2e3a3e!important}
.ink{color:#eef2f1!important}.soft{color:#a9b5b8!important}.name{color:#4fb8b2!important}
.button{background:#4fb8b2!important;color:#06201f!important}}`

// A long address must not make the mail wider than the screen.
const ANYWHERE = { overflowWrap: 'anywhere', wordBreak: 'break-word' } as const
const TEXT = { margin: '0 0 16px', fontSize: 16, lineHeight: 1.6, color: '#1f2a2e', ...ANYWHERE }
const SOFT = { margin: '0 0 8px', fontSize: 16, lineHeight: 1.6, color: '#566368', ...ANYWHERE }
// Equal line heights keep label and value aligned.
const LABEL = {
  ...SOFT,
  padding: '4px 16px 4px 0',
  fontWeight: 400,
  lineHeight: '26px',
  verticalAlign: 'top',
  whiteSpace: 'nowrap',
} as const
// A label can be a name that somebody typed, and of any length: a long one wraps, so that the mail stays as narrow as a phone.
const LABEL_LENGTH_MAX = 20
const LONG_LABEL = { ...LABEL, whiteSpace: 'normal', width: '40%' } as const
const VALUE = { ...TEXT, margin: 0, padding: '4px 0', lineHeight: '26px' }
const CARD = {
  maxWidth: 560,
  margin: '0 auto',
  padding: 24,
  border: '1px solid #e8e1d5',
  borderRadius: 12,
  background: '#ffffff',
}
// Mail programs show the first words of a mail in their list: these come before the name and the subject, which the list has already.
const PREHEADER = { display: 'none', maxHeight: 0, overflow: 'hidden' }
// After a short paragraph the list would go on with the name and the subject: it shows this blank instead.
const BLANK = '\u034f\u200c\u00a0'.repeat(160)
const BUTTON = {
  display: 'inline-block',
  padding: '14px 20px',
  borderRadius: 8,
  background: '#0f6b6b',
  color: '#ffffff',
  fontSize: 16,
  fontWeight: 600,
  textDecoration: 'none',
}
const LINK = { ...TEXT, fontWeight: 600 }
const NAME = { ...TEXT, fontSize: 18, fontWeight: 600, color: '#0f6b6b' }
const LOGO_BOX = { width: 160, height: 56 }
const MAIL_FONTS = Object.values(scripts).flatMap(({ mailFont }) => mailFont ?? [])
const BODY = {
  margin: 0,
  padding: '24px 12px',
  background: '#fffbf4',
  fontFamily: ['system-ui', ...MAIL_FONTS, 'sans-serif'].join(', '),
}

/** The one layout of all mails. Elements are written without JSX, because Node runs the server's sources as they are. */
function MailLayout(props: Props): ReactElement {
  const { subject, paragraphs, facts = [], action, link, more, moreLink, why, sender, language } = props
  const { preferences, preferencesLink } = props
  return h(
    'html',
    { lang: language },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('title', null, subject),
      h('style', null, DARK),
    ),
    h(
      'body',
      { style: BODY, className: 'ground' },
      h('div', { style: PREHEADER }, paragraphs[0]),
      h('div', { style: PREHEADER, 'aria-hidden': true }, BLANK),
      h(
        'div',
        { style: { ...CARD, borderTop: '4px solid #0f6b6b' }, className: 'card' },
        sender.logo
          ? h(SenderLogo, { ...sender, logo: sender.logo })
          : h('p', { style: NAME, className: 'name' }, sender.foundationName),
        h('h1', { style: { ...TEXT, fontSize: 20, fontWeight: 600 }, className: 'ink' }, subject),
        ...paragraphs.map((text, index) =>
          h('p', { key: `p${index}`, style: TEXT, className: 'ink' }, ...linesOf(text)),
        ),
        facts.length > 0 && h(Facts, { facts }),
        action &&
          link &&
          h(
            'p',
            { style: { margin: '24px 0 8px' } },
            h('a', { href: link, style: BUTTON, className: 'button' }, action.label),
          ),
        more &&
          moreLink &&
          h(
            'p',
            { style: { margin: '16px 0 0' } },
            h('a', { href: moreLink, style: LINK, className: 'ink' }, more.label),
          ),
      ),
      h(
        'div',
        { style: { ...CARD, border: 0, background: 'transparent' } },
        [why, sender.foundationName, sender.legalAddress, sender.contactEmail, sender.mailSignature]
          .filter(Boolean)
          .map((text) => h('p', { key: text, style: SOFT, className: 'soft' }, text)),
        preferences &&
          preferencesLink &&
          h('p', { style: SOFT }, h('a', { href: preferencesLink, style: SOFT, className: 'soft' }, preferences.label)),
      ),
    ),
  )
}

// Some mail programs know no style that keeps the breaks of lines.
const linesOf = (text: string) =>
  text.split('\n').flatMap((line, index) => (index === 0 ? [line] : [h('br', { key: index }), line]))

type Logo = Pick<MailSender, 'publicUrl' | 'foundationName'> & { logo: LogoPicture }

/** A mail program that loads no pictures shows the foundation's name in its place. */
function SenderLogo({ publicUrl, foundationName, logo: { url, width, height } }: Logo) {
  const size = sizeWithin({ width, height }, LOGO_BOX)
  const style = { ...NAME, display: 'block' }
  return h('img', { src: publicUrl + url, ...size, alt: foundationName, style, className: 'name' })
}

function Facts({ facts }: { facts: [string, string][] }): ReactElement {
  const rows = facts.map(([label, value]) =>
    h(
      'tr',
      { key: label },
      h('th', { align: 'left', style: label.length > LABEL_LENGTH_MAX ? LONG_LABEL : LABEL, className: 'soft' }, label),
      h('td', { style: VALUE, className: 'ink' }, value),
    ),
  )
  return h('table', { cellPadding: 0, cellSpacing: 0 }, h('tbody', null, rows))
}
