import { type Html, html } from '../html.ts'
import type { Reply } from '../http-reply.ts'
import type { State } from '../state.ts'
import { findMail, findMailSource, MAILS_KEPT_MAX, type Mail, readMails } from './mail-store.ts'

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// A mail may style itself and lead to pages in new tabs; it runs no script and loads nothing.
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox'
const MAIL_POLICY = `sandbox ${SANDBOX}; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`

const DATE = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Asia/Kolkata' })

/**
 * The page of caught mails: `/mail` lists them, `/mail/7` shows one, `/mail/7/html` is its HTML part alone and `/mail/7/source` the
 * bytes as they came. Null for other addresses.
 */
export function mailPage(state: State, method: string | undefined, pathname: string): Reply | null {
  const [, id, part] = /^\/mail(?:\/(\d{1,15})(?:\/(html|source))?)?$/.exec(pathname) ?? []
  if ((method !== 'GET' && method !== 'HEAD') || !/^\/mail(\/|$)/.test(pathname)) return null
  if (pathname === '/mail') return catcherPage(200, 'Mails', list(readMails(state, null, MAILS_KEPT_MAX)))
  const mail = id ? findMail(state, Number(id)) : null
  if (!mail)
    return catcherPage(404, 'No such mail', html`<nav><a href="/mail">All mails</a></nav><h1>No such mail</h1>`)
  if (part === 'source') return source(findMailSource(state, mail.id))
  if (part === 'html') return htmlPart(mail)
  return catcherPage(200, mail.subject || 'No subject', details(mail))
}

function list(mails: Mail[]): Html {
  return html`<nav><a href="/notices">Notices</a></nav>
    <h1>Mails</h1>
    <p>None of these was delivered. The newest is the first.</p>
    ${mails.length === 0 ? html`<p>No mail has arrived yet. Reload this page to look again.</p>` : null}
    <ol>
      ${mails.map(
        (mail) => html`<li>
          <a href="/mail/${mail.id}"><bdi>${mail.subject || 'No subject'}</bdi></a>
          <p>${time(mail)} to <bdi>${mail.to.join(', ')}</bdi></p>
        </li>`,
      )}
    </ol>`
}

function details(mail: Mail): Html {
  const headers = Object.entries(mail.headers).flatMap(([name, values]) => values.map((value) => ({ name, value })))
  return html`<nav><a href="/mail">All mails</a><a href="/mail/${mail.id}/source">Source</a></nav>
    <h1><bdi>${mail.subject || 'No subject'}</bdi></h1>
    <p>${time(mail)}</p>
    <dl>
      <dt>From</dt><dd><bdi>${mail.from}</bdi></dd>
      <dt>Delivered to</dt><dd><bdi>${mail.to.join(', ')}</bdi></dd>
      <dt>Bounces go to</dt><dd><bdi>${mail.envelopeFrom || 'nobody'}</bdi></dd>
    </dl>
    <h2>HTML</h2>
    ${
      mail.html === null
        ? html`<p>This mail has no HTML part.</p>`
        : html`<iframe sandbox="${SANDBOX}" src="/mail/${mail.id}/html" title="HTML part"></iframe>`
    }
    <h2>Text</h2>
    ${mail.text === null ? html`<p>This mail has no text part.</p>` : html`<pre dir="auto">${mail.text}</pre>`}
    <h2>Headers</h2>
    <dl>${headers.map(({ name, value }) => html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>`)}</dl>`
}

export function time({ at }: { at: number }): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${DATE.format(at)}</time>`
}

/** A page of what was caught. It runs no script. */
export function catcherPage(status: number, title: string, body: Html): Reply {
  const { markup } = html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} – mail catcher</title>
    <link rel="stylesheet" href="/mail.css">
  </head>
  <body><main>${body}</main></body>
</html>`
  return { status, headers: headersWith(PAGE_POLICY, 'text/html'), body: markup }
}

function htmlPart(mail: Mail): Reply {
  // Links without a target of their own open a new tab; the frame itself leads nowhere.
  const body = `<!doctype html><base target="_blank">${mail.html ?? ''}`
  return { status: 200, headers: headersWith(MAIL_POLICY, 'text/html'), body }
}

function source(raw: Uint8Array | null): Reply {
  return { status: 200, headers: headersWith(MAIL_POLICY, 'text/plain'), body: Buffer.from(raw ?? []).toString('utf8') }
}

function headersWith(policy: string, type: string): Record<string, string> {
  return {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': policy,
    // The addresses of links may hold secrets, and none is looked up before it is followed.
    'referrer-policy': 'no-referrer',
    'x-dns-prefetch-control': 'off',
  }
}
