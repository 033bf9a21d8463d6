import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { callsByAddress } from './calls-by-address.ts'
import { commonPasswords } from './common-passwords.ts'

// Two builds of one source: `vite build` makes what browsers load, `vite build --ssr` the renderer of the public pages.
// Each public page is an entry of its own, so that the server can put its few styles into the page and the browser
// loads no style sheet for it.
// None of these has styles: the lazy QR code would ask for them a second time.
const PUBLIC_PARTS =
  /(vite\/preload-helper|web\/src\/(auth\/session|lib\/(request|draft))|contract\/src\/(paths|call|pet-id|dates|once|sign-out))\./
const APP_PARTS = /node_modules\/(react-router|@mantine\/core\/esm\/core)\//
const ASKING_PARTS = /node_modules\/@tanstack\/|web\/src\/(app\/asking|lib\/ask)\./

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react(), commonPasswords, callsByAddress],
  build: isSsrBuild
    ? {
        outDir: '../dist/ssr',
        emptyOutDir: true,
        copyPublicDir: false,
        // Every node keeps it in memory, text and all: half a megabyte less.
        minify: true,
        rollupOptions: { input: 'src/entry-server.tsx' },
      }
    : {
        outDir: '../dist/web',
        emptyOutDir: true,
        manifest: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rollupOptions: {
          // React alone in one file: otherwise the lazy QR code would ask for the public pages' styles a second time.
          output: {
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
                // What both public pages need, in one file: it travels smaller than in seven.
                { name: 'public', test: PUBLIC_PARTS },
                // And so do what every page of the app needs, and what those need that ask for what they show.
                { name: 'frame', test: APP_PARTS },
                { name: 'asking', test: ASKING_PARTS },
              ],
            },
          },
          input: {
            app: 'src/entry-app.tsx',
            'first-load': 'src/app/first-load.tsx',
            home: 'src/home/home-entry.tsx',
            'pet-detail': 'src/pets/pet-detail-entry.tsx',
          },
        },
      },
  ssr: { noExternal: true },
  // Without it the renderer would ask at every element whether it is React's slow, talkative build that is wanted.
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
}))
