import { readdir } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import { paths } from '@petsetu/contract/paths.ts'
import type { FastifyInstance } from 'fastify'
import { ASSETS_DIR, WEB_DIR } from './built-pages.ts'

/** Assets have a hash in their name and are cached for ever; pictures with plain names for a month, other files for a day. */
export async function servePageFiles(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: ASSETS_DIR,
    serve: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    setHeaders: (reply, file) => {
      if (file.endsWith('.svg')) reply.header('content-type', 'image/svg+xml; charset=utf-8')
    },
  })
  // One route for all assets: a route for each would take a tenth of the start time.
  const assets = new Set(await namesIn(ASSETS_DIR))
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const { name } = request.params
    return assets.has(name) ? reply.sendFile(name) : reply.callNotFound()
  })
  for (const name of await namesIn(WEB_DIR)) {
    const maxAge = name.endsWith('.svg') ? '30d' : '1d'
    app.get(`/${name}`, (_request, reply) => reply.sendFile(name, WEB_DIR, { maxAge, immutable: false }))
  }
  const robots = robotsText()
  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400').send(robots),
  )
}

/** Crawlers stay away from pages behind a sign-in. A pet's page says itself that it is not to be indexed, so it may be fetched. */
function robotsText(): string {
  const closed = Object.values(paths).flatMap(({ who, pattern }) => (who === 'anyone' ? [] : [pattern]))
  // A line covers all addresses that begin with it.
  const shortest = closed.filter((pattern) => !closed.some((other) => pattern.startsWith(`${other}/`)))
  return `User-agent: *\n${shortest.map((pattern) => `Disallow: ${pattern}\n`).join('')}`
}

/** The files of a folder by their own names, without the suffix of compressed ones. */
async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name)).map((entry) => entry.name)
}
