import { succeed } from '@petsetu/contract/envelope.ts'
import { foundCalls } from '@petsetu/contract/found.ts'
import { FoundFields, PhotoMessage } from '@petsetu/contract/found-form.ts'
import { routeOf } from '@petsetu/contract/page-at.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { FastifyInstance } from 'fastify'
import type { ReceivedPhoto } from '../files/photo-store.ts'
import { formAnswerer, type Sent } from '../http/routing/answer-form.ts'
import { checkedFields } from '../http/routing/checked-fields.ts'
import { mounter } from '../http/routing/mount.ts'
import { languageOf } from '../languages/request-language.ts'
import { answerWithPage, type FinderDeps, findPet, formView, threadView } from './finder-pages.ts'
import { type FinderThread, findOpenThread, listFinderMessages, writeAsFinder } from './finder-thread.ts'
import { countForm, reportFound } from './report-found.ts'

/** The finder's side: a form and a thread, as pages that need no script and as calls. */
export function foundRoutes(app: FastifyInstance, deps: FinderDeps): void {
  const on = mounter(app, deps)
  const answer = formAnswerer({
    loadShedding: deps.loadShedding,
    fileField: foundCalls.report.plainForm,
    sink: deps.photos,
  })

  app.get(routeOf(paths.foundForm), (request, reply) =>
    answerWithPage(deps, request, reply, () => formView(deps, request)),
  )

  app.get(routeOf(paths.finderThread), (request, reply) =>
    answerWithPage(deps, request, reply, () => threadView(deps, request)),
  )

  on(foundCalls.report, ({ request, reply, whenReceived }) => {
    const find = async () => {
      const { petId } = await findPet(deps, request)
      await countForm(deps, request.ip)
      return petId
    }
    const report = async ({ fields, file: photo }: Sent<ReceivedPhoto>, petId: string) => {
      // A photo tells enough.
      const form = checkedFields(photo ? FoundFields : foundCalls.report.body, fields)
      return reportFound(deps, { petId, form, photo, ip: request.ip, language: languageOf(request) })
    }
    return answer(request, reply, {
      find,
      save: (sent, petId) => whenReceived(() => report(sent, petId)),
      next: (path) => reply.redirect(path, 303),
      say: async (thread_path) => ({ thread_path }),
      again: (rejected, status) =>
        answerWithPage(deps, request, reply, () => formView(deps, request, rejected), status),
    })
  })

  on(foundCalls.write, ({ params: { token }, request, reply, whenReceived }) => {
    const find = async () => {
      const thread = await findOpenThread(deps, { token, ip: request.ip })
      await countForm(deps, request.ip)
      return thread
    }
    const write = ({ fields, file: photo }: Sent<ReceivedPhoto>, thread: FinderThread) => {
      const { message } = checkedFields(photo ? PhotoMessage : foundCalls.write.body, fields)
      return writeAsFinder(deps, thread, { message, photo })
    }
    return answer(request, reply, {
      find,
      save: (sent, thread) => whenReceived(async () => write(sent, thread)),
      next: () => reply.redirect(paths.finderThread.to({ token }), 303),
      say: async (thread) => succeed(await listFinderMessages(deps.db, thread, token)),
      again: (rejected, status) =>
        answerWithPage(deps, request, reply, () => threadView(deps, request, rejected), status),
    })
  })
}
