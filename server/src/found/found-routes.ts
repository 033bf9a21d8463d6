import { succeed } from '@petsetu/contract/envelope.ts'
import { FoundFields, foundCalls, PhotoMessage } from '@petsetu/contract/found.ts'
import { routeOf } from '@petsetu/contract/page-at.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { FinderView } from '@petsetu/contract/public-pages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ReceivedPhoto } from '../files/photo-store.ts'
import { hasParts, isPlainForm } from '../http/bodies/plain-form.ts'
import { receiveForm } from '../http/bodies/upload.ts'
import { openForms, PHOTOS_OPEN_MAX } from '../http/limits/open-forms.ts'
import { checkedFields } from '../http/routing/checked-fields.ts'
import { mounter } from '../http/routing/mount.ts'
import { languageOf } from '../languages/request-language.ts'
import { answerWithPage, type FinderDeps, findPet, formView, statusOf, threadView } from './finder-pages.ts'
import { listFinderMessages, writeAsFinder } from './finder-thread.ts'
import { reportFound } from './report-found.ts'

type Sent = { fields: unknown; photo: ReceivedPhoto | null }

const PHOTO_FIELD = foundCalls.report.plainForm

/** The finder's side: a form and a thread, as pages that need no script and as calls. */
export function foundRoutes(app: FastifyInstance, deps: FinderDeps): void {
  const on = mounter(app, deps)
  const admitForm = openForms(PHOTOS_OPEN_MAX, deps.config.rateLimits)

  app.get(routeOf(paths.foundForm), (request, reply) =>
    answerWithPage(deps, request, reply, () => formView(deps, request)),
  )

  app.get(routeOf(paths.finderThread), (request, reply) =>
    answerWithPage(deps, request, reply, () => threadView(deps, request)),
  )

  on(foundCalls.report, ({ request, reply, whenReceived }) => {
    const report = async ({ fields, photo }: Sent) => {
      const { petId } = await findPet(deps, request)
      // A photo tells enough.
      const form = checkedFields(photo ? FoundFields : foundCalls.report.body, fields)
      return reportFound(deps, { petId, form, photo, ip: request.ip, language: languageOf(request) })
    }
    return answer(request, reply, {
      save: (sent) => whenReceived(() => report(sent)),
      next: (path) => path,
      say: async (thread_path) => ({ thread_path }),
      view: formView,
    })
  })

  on(foundCalls.write, ({ params: { token }, request, reply, whenReceived }) => {
    const write = ({ fields, photo }: Sent) => {
      const { message } = checkedFields(photo ? PhotoMessage : foundCalls.write.body, fields)
      return writeAsFinder(deps, { token, ip: request.ip }, { message, photo })
    }
    return answer(request, reply, {
      save: (sent) => whenReceived(async () => write(sent)),
      next: () => paths.finderThread.to({ token }),
      say: async (thread) => succeed(await listFinderMessages(deps.db, thread, token)),
      view: threadView,
    })
  })

  type Answers<Saved, Said> = {
    save: (sent: Sent) => Promise<Saved>
    /** The path of the page that follows a form. */
    next: (saved: Saved) => string
    /** What follows JSON. */
    say: (saved: Saved) => Promise<Said>
    /** The page with the form. */
    view: (deps: FinderDeps, request: FastifyRequest, rejected: Rejected) => Promise<FinderView>
  }
  type Rejected = { typed: Record<string, string>; error: unknown }

  async function answer<Saved, Said>(
    request: FastifyRequest,
    reply: FastifyReply,
    { save, next, say, view }: Answers<Saved, Said>,
  ): Promise<Said | FastifyReply> {
    const typed: Record<string, string> = {}
    try {
      const saved = await receive(request, reply, typed, save)
      return isPlainForm(request) ? reply.redirect(next(saved), 303) : say(saved)
    } catch (error) {
      if (!isPlainForm(request)) throw error
      const status = statusOf(error, request, reply)
      return answerWithPage(deps, request, reply, () => view(deps, request, { typed, error }), status)
    }
  }

  /** Reads what was sent, hands it to `use`, and discards the photo afterwards. `typed` gets the fields, also if reading fails. */
  async function receive<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    typed: Record<string, string>,
    use: (sent: Sent) => Promise<T>,
  ): Promise<T> {
    if (!hasParts(request)) {
      if (isPlainForm(request)) Object.assign(typed, request.body)
      return use({ fields: request.body ?? {}, photo: null })
    }
    return admitForm(request.ip, async () => {
      const { files } = await receiveForm(request, reply, { one: PHOTO_FIELD }, deps.photos, typed)
      const [photo = null] = files
      try {
        return await use({ fields: typed, photo })
      } finally {
        if (photo) await deps.photos.discard(photo)
      }
    })
  }
}
