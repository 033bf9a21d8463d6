import { atMost, type Row } from '../row.ts'
import { barePageSize, filesOf, gzippedSize } from '../weights.ts'

const ENTRY = 'src/entry-app.tsx'

// Everything that one page of each area loads: the app, the area's frame, the page.
const APP_PAGES: Record<string, string[]> = {
  '/login': ['src/people/auth/sign-in/login-entry.tsx'],
  '/user': [ENTRY, 'src/app/own-area.tsx', 'src/pets/own/my-pets-page.tsx'],
  '/admin/dashboard': [ENTRY, 'src/app/admin-layout.tsx', 'src/office/dashboard/dashboard-page.tsx'],
}

/** Row 10: the scripts that a page loads before it shows, compared with React alone. */
export const appWeight: Row = async () => {
  const reference = await barePageSize()
  return Object.entries(APP_PAGES).map(([path, entries]) => {
    const ours = gzippedSize([...new Set(entries.flatMap((entry) => filesOf(entry)))])
    const figures = { ours: ours / 1e3, reference: reference / 1e3, ratio: ours / reference }
    return atMost(2.4, { path: `${path}: first JS and CSS`, unit: 'kB', name: 'RX', ...figures })
  })
}
