import { hash } from 'node:crypto'
import { paths } from '@petsetu/contract/paths.ts'
import { MANIFEST_PATH, SERVICE_WORKER_PATH, type Site } from '@petsetu/contract/site/site.ts'
import type { FastifyInstance } from 'fastify'
import { WORKER_CSP } from '../../platform/http/headers/security-headers.ts'
import { readServiceWorker } from './built-pages.ts'

/** Serves the service worker, or while it is switched off one that removes earlier ones, and the manifest of the app. */
export async function serveServiceWorker(app: FastifyInstance, currentSite: () => Site): Promise<void> {
  const { script, files, campFiles } = await readServiceWorker()
  const shell = paths.complaint.to({})
  const camps = { shell: paths.camps.to({}), files: campFiles }

  app.get(SERVICE_WORKER_PATH, (_request, reply) => {
    const site = currentSite()
    // The shells hold the site's settings, so a changed setting is a new version, too.
    const version = hash('sha256', JSON.stringify([script, files, camps, site]), 'base64url').slice(0, 12)
    const build = site.hasServiceWorker ? { version, shell, files, camps } : null
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', WORKER_CSP)
      .send(`globalThis.BUILD = ${JSON.stringify(build)}\n${script}`)
  })
  app.get(MANIFEST_PATH, (_request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', 'public, max-age=86400')
      .send(JSON.stringify(manifestOf(currentSite()))),
  )
}

function manifestOf({ foundationName }: Site): object {
  return {
    id: '/',
    name: `PetSetu · ${foundationName}`,
    short_name: 'PetSetu',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#FFFBF4',
    theme_color: '#0F6B6B',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
