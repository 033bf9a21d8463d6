import { RENDERED_ENTRIES } from '@petsetu/contract/site/rendered-entries.ts'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { callsByAddress } from './calls-by-address.ts'
import { catalogues } from './catalogues.ts'
import { commonPasswords } from './common-passwords.ts'

// Two builds of the same source: `vite build` makes what browsers load, `vite build --ssr` the renderer of the public pages. Each
// public page is its own entry, so that the server can put its few styles into the page instead of a style sheet.

// Must not contain styles: the lazy QR code would load them a second time.
const PUBLIC_PARTS =
  /(vite\/preload-helper|web\/src\/(people\/auth\/session|platform\/(lib\/(storage\/storage|drafts\/forget-typed)|languages\/(use-text|page-language)|ui\/(feedback\/error-boundary|layout\/logo)))|languages\/src\/(formats|scripts)|contract\/src\/(visitor-paths|site\/public-pages|platform\/(dates|once)|pets\/pet-id))\./
// Contains styles for public pages only, so the styles that they share with the app are in a chunk of their own.
const SHARED_STYLES =
  /web\/src\/(app\/((heading-font|tokens)\.css|public\/footer-parts\.)|platform\/languages\/language-switch\.)/
const PUBLIC_PAGE = /web\/src\/(entry-public|app\/public\/public-(layout|menu))\./
// Home and the page behind a tag share these, but the photos, which weigh less with them.
const TAG_PARTS =
  /web\/src\/(shared\/(find-tag-form|helpline|pet-form-address|public-buttons)|platform\/lib\/contact-links)\.|contract\/src\/pets\/pet-pictures\./
// The app and the rendered pages that make calls share these. It must not contain a component library.
const CALL_PARTS =
  /web\/src\/(people\/auth\/(ended-session|hand-over)|platform\/(lib\/(address\/arrival|own-tab|random-id|requests\/(request|request-data)|typed-fields)|languages\/page-text))\./
// Every page with a form that saves in place needs these.
const KIT_PARTS =
  /web\/src\/(entry-form|people\/auth\/use-own-draft|platform\/(public-form\/use-public-form|lib\/(drafts\/draft-changes|use-busy)|ui\/form\/(use-plain-submit|focus-first-error)))\./
// A form is ready without the store of drafts, which is loaded after it.
const DRAFT_PARTS = /node_modules\/idb-keyval\/|web\/src\/platform\/lib\/drafts\/drafts\./
// Every page with a form before sign-in shows these.
const PUBLIC_FORM_PARTS = /web\/src\/platform\/public-form\/(field|form-card|public-form)\./
// Forms that ask for somebody's data show these.
const CONSENT_PARTS = /web\/src\/platform\/(public-form\/checkbox-field|ui\/form\/privacy-notice)\./
// Logging in, signing up, recovery and requests about personal data.
const SENT_FORM_PARTS =
  /web\/src\/(people\/auth\/sign-in\/(signed-in-redirect|before-login)|platform\/(lib\/address\/navigate-away|public-form\/use-sent-form))\./
// The chunks of these pages that load more.
const SENT_FORMS = /\/(kit|sent-form|sign-in-form|finish-sign-in|register|recovery|privacyRequest|strength-hint)-/
// Small parts of the app and of the pages on which somebody pays, in one chunk each, because they compress better. None of them leads to
// the schemas of calls.
const NOTICE_PARTS =
  /node_modules\/@tabler\/icons-react\/dist\/esm\/(createReactComponent|icons\/Icon(Clock|CoinRupee|Phone|X)\.)|web\/src\/platform\/ui\/(feedback\/notice|layout\/(card\.module|screen-reader-only)|form\/text-button)\./
const PAY_PARTS =
  /web\/src\/(payments\/checkout\/pay-terms|platform\/(lib\/amounts|ui\/form\/restored-notice))\.|contract\/src\/platform\/money\./
const FILING_PARTS =
  /web\/src\/(complaints\/file\/(fields\/(complaint-fields|more-details|documents-field)|complaint-values|filing\.module)|platform\/(lib\/requests\/send-form|ui\/fields\/field-group))\./
const APP_PARTS =
  /node_modules\/(react-router\/|@mantine\/(hooks\/esm\/(use-id|utils\/random-id)\/|core\/esm\/(core|components\/(Button|Loader|UnstyledButton))\/))|web\/src\/platform\/(languages\/app-texts|lib\/reload-once|ui\/(feedback\/(error-box|lazy-part)|layout\/page-title))\./
// Small parts that most lists of the app need: in one chunk they weigh less, and so does the list of all chunks.
const LIST_PARTS =
  /web\/src\/platform\/(ui\/(dialog\/ask-confirmation|feedback\/(empty-state|list-skeletons|toast)|table\/(list-page|row-actions))|lib\/requests\/first-data)\.|contract\/src\/platform\/paging\./
// The same for what nearly every form needs. The longest reason is here because the schemas with a reason come with these checks.
const FORM_PARTS =
  /web\/src\/platform\/ui\/form\/(use-lazy-validation|schema-errors)\.|contract\/src\/platform\/reason\./
// The menu of the admin area shows these, and no other area does.
const ADMIN_ICONS =
  /contract\/src\/platform\/purposes\.|node_modules\/@tabler\/icons-react\/dist\/esm\/icons\/Icon(Cash|Certificate|FileImport|HeartHandshake|History|Mail|Search|ShieldLock|Tool|Users)\./
// Every page behind a login shows these, and the list of one's own pets.
const OWN_ICONS =
  /node_modules\/@tabler\/icons-react\/dist\/esm\/icons\/Icon(ExternalLink|Id|Logout|Message|Paw|Pencil|Plus|Share|User)\./
const QUERY_PARTS = /node_modules\/@tanstack\/|web\/src\/(app\/query-provider|platform\/lib\/requests\/call-query)\./
// Every field of a form needs these, and no list.
const FIELD_PARTS = /node_modules\/@mantine\/core\/esm\/components\/(Input|InputBase|TextInput)\//

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react(), commonPasswords, callsByAddress, catalogues],
  // Short names of classes: the page of a tag has few bytes to spare.
  css: { modules: { generateScopedName: '[hash:base64:4]' } },
  build: isSsrBuild
    ? {
        outDir: '../dist/ssr',
        emptyOutDir: true,
        copyPublicDir: false,
        // Saves half a megabyte of memory on every node.
        minify: true,
        rollupOptions: {
          input: 'src/entry-server.tsx',
          // The server loads all pages at once, so what browsers load later is no chunk of its own here.
          checks: { ineffectiveDynamicImport: false },
        },
      }
    : {
        outDir: '../dist/web',
        emptyOutDir: true,
        manifest: true,
        // The oldest browsers that work (docs/architecture.md). `server/src/site/pages/old-browsers.test.ts` looks for calls that they lack.
        target: ['chrome109', 'firefox115', 'safari16', 'ios16'],
        assetsInlineLimit: 0,
        modulePreload: {
          polyfill: false,
          // A form loads its checks when it is touched: the list of what these load would be longer than the form.
          resolveDependencies: (_file, deps, { hostId }) =>
            SENT_FORMS.test(hostId) ? deps.filter((file) => file.endsWith('.css')) : deps,
        },
        rollupOptions: {
          // React is a chunk of its own: otherwise the lazy QR code would load the styles of the public pages a second time.
          output: {
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
                // One chunk instead of seven, because it compresses better.
                { name: 'public', test: PUBLIC_PARTS },
                { name: 'styles', test: SHARED_STYLES },
                { name: 'addresses', test: /contract\/src\/paths\./ },
                { name: 'public-page', test: PUBLIC_PAGE },
                { name: 'tag-parts', test: TAG_PARTS },
                // Derives the statuses that pages show, also where no call is made.
                { name: 'registry', test: /contract\/src\/platform\/registry\./ },
                // The same for what every page of the app needs, and what pages with queries need.
                { name: 'calls', test: CALL_PARTS },
                { name: 'kit', test: KIT_PARTS },
                { name: 'drafts', test: DRAFT_PARTS },
                { name: 'public-form', test: PUBLIC_FORM_PARTS },
                { name: 'files', test: /web\/src\/platform\/(public-form\/file-field|lib\/(hold-submit|locate))\./ },
                { name: 'choices', test: /web\/src\/platform\/public-form\/choice-field\./ },
                { name: 'consents', test: CONSENT_PARTS },
                { name: 'sent-form', test: SENT_FORM_PARTS },
                { name: 'notices', test: NOTICE_PARTS },
                { name: 'pay-parts', test: PAY_PARTS },
                // The admin area names complaints, too, and all checks of forms need the days and the problems.
                {
                  name: 'kinds',
                  test: /contract\/src\/(complaints\/complaint-facts|platform\/(calendar|problem))\./,
                },
                // Pages without a form have it, too.
                { name: 'unfolds', test: /web\/src\/platform\/ui\/layout\/unfolds\.module\./ },
                { name: 'filing', test: FILING_PARTS },
                { name: 'frame', test: APP_PARTS },
                { name: 'queries', test: QUERY_PARTS },
                { name: 'fields', test: FIELD_PARTS },
                { name: 'lists', test: LIST_PARTS },
                { name: 'admin-icons', test: ADMIN_ICONS },
                { name: 'own-icons', test: OWN_ICONS },
                { name: 'forms', test: FORM_PARTS },
              ],
            },
          },
          input: {
            app: 'src/entry-app.tsx',
            'first-load': 'src/app/first-load.tsx',
            first: 'src/entry-first.ts',
            ...RENDERED_ENTRIES,
            'service-worker': 'src/platform/service-worker/service-worker.ts',
          },
        },
      },
  ssr: { noExternal: true },
  // Without this, React checks at every element whether it is the development build.
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
}))
