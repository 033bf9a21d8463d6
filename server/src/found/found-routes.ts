import { succeed } from '@petsetu/contract/envelope.ts'
import { FoundForm, foundCalls } from '@petsetu/contract/found.ts'
import { routeOf } from '@petsetu/contract/page-at.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { FinderView } from '@petsetu/contract/public-pages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPlainForm } from '../http/bodies/plain-form.ts'
import { checkedFields } from '../http/routing/checked-fields.ts'
import { mounter } from '../http/routing/mount.ts'
import { languageOf } from '../languages/request-language.ts'
import { answerWithPage, type FinderDeps, findPet, formView, statusOf, threadView } from './finder-pages.ts'
import { listFinderMessages, writeAsFinder } from './finder-thread.ts'
import { reportFound } from './report-found.ts'

/** The finder's side: a form and a thread, as pages that need no script and as calls. */
export function foundRoutes(app: FastifyInstance, deps: FinderDeps): void {
  const on = mounter(app, deps)

  app.get(routeOf(paths.foundForm), (request, reply) =>
    answerWithPage(deps, request, reply, () => formView(deps, request)),
  )

  app.get(routeOf(paths.finderThread), (request, reply) =>
    answerWithPage(deps, request, reply, () => threadView(deps, request)),
  )

  on(foundCalls.report, async ({ request, reply }) => {
    const report = async () => {
      const { petId } = await findPet(deps, request)
      const form = checkedFields(FoundForm, request.body ?? {})
      return reportFound(deps, { petId, form, ip: request.ip, language: languageOf(request) })
    }
    if (isPlainForm(request)) return answerForm(request, reply, { save: report, view: formView })
    return { thread_path: await report() }
  })

  on(foundCalls.write, async ({ params: { token }, request, reply }) => {
    const write = async () => {
      const { message } = checkedFields(foundCalls.write.body, request.body ?? {})
      return writeAsFinder(deps, { token, ip: request.ip }, message)
    }
    if (isPlainForm(request)) {
      const path = paths.finderThread.to({ token })
      return answerForm(request, reply, { save: async () => write().then(() => path), view: threadView })
    }
    return succeed(await listFinderMessages(deps.db, await write()))
  })

  type PlainForm = {
    /** Returns the path of the page that follows. */
    save: () => Promise<string>
    /** The page with the form. */
    view: (deps: FinderDeps, request: FastifyRequest, rejected: Rejected) => Promise<FinderView>
  }
  type Rejected = { typed: Record<string, string>; error: unknown }

  async function answerForm(request: FastifyRequest, reply: FastifyReply, { save, view }: PlainForm) {
    try {
      return reply.redirect(await save(), 303)
    } catch (error) {
      const rejected = { typed: (request.body ?? {}) as Record<string, string>, error }
      const status = statusOf(error, request, reply)
      return answerWithPage(deps, request, reply, () => view(deps, request, rejected), status)
    }
  }
}
