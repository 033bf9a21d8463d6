import { below, type Row } from '../row.ts'
import { filesOf, gzippedSize } from '../weights.ts'

const ENTRY = 'src/entry-app.tsx'

// Everything that one page of each area loads, the app, the area's frame and the page, and its limit in kB.
const APP_PAGES: [path: string, limit: number, entries: string[]][] = [
  ['/login', 120, ['src/people/auth/sign-in/login-entry.tsx']],
  ['/user', 230, [ENTRY, 'src/app/own-area.tsx', 'src/pets/own/my-pets-page.tsx']],
  ['/admin/dashboard', 300, [ENTRY, 'src/app/admin-layout.tsx', 'src/office/dashboard/dashboard-page.tsx']],
]

/** Row 10: the scripts and styles that a page loads before it shows. */
export const appWeight: Row = async () =>
  APP_PAGES.map(([path, limit, entries]) => {
    const value = gzippedSize([...new Set(entries.flatMap((entry) => filesOf(entry)))]) / 1e3
    return below(limit, { path: `${path}: first JS and CSS`, unit: 'kB', value })
  })
