import { type Html, html } from '../html.ts'
import type { Reply } from '../http-reply.ts'
import { catcherPage, time } from '../mail/page.ts'
import type { State } from '../state.ts'
import { type Notice, readNotices } from './notice-store.ts'

/** The page of caught notices, `/notices`, beside that of the mails. Null for other addresses. */
export function noticePage(state: State, method: string | undefined, pathname: string): Reply | null {
  if ((method !== 'GET' && method !== 'HEAD') || pathname !== '/notices') return null
  return catcherPage(200, 'Notices', list(readNotices(state, null)))
}

function list(notices: Notice[]): Html {
  return html`<nav><a href="/mail">Mails</a></nav>
    <h1>Notices</h1>
    <p>None of these was shown on a device. The newest is the first.</p>
    ${notices.length === 0 ? html`<p>No notice has arrived yet. Reload this page to look again.</p>` : null}
    <ol>
      ${notices.map(
        (notice) => html`<li>
          <p><b><bdi>${textOf(notice, 'title')}</bdi></b></p>
          <p><bdi>${textOf(notice, 'body')}</bdi></p>
          <p>${time(notice)}, opens <bdi>${textOf(notice, 'path')}</bdi></p>
        </li>`,
      )}
    </ol>`
}

const textOf = ({ payload }: Notice, name: string) => String(payload[name] ?? '')
