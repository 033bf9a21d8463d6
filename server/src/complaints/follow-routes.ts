import { succeed } from '@petsetu/contract/envelope.ts'
import { FollowNoteOfFile, followCalls } from '@petsetu/contract/follow.ts'
import { routeOf } from '@petsetu/contract/page-at.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { FileStore, ReceivedFile } from '../files/file-store.ts'
import { formAnswerer, type Sent } from '../http/routing/answer-form.ts'
import { checkedFields } from '../http/routing/checked-fields.ts'
import { mounter } from '../http/routing/mount.ts'
import type { SendPage } from '../http/routing/send-page.ts'
import { addToCase, reopenCase } from './add-to-case.ts'
import { answerWithPage, caseView } from './follow-pages.ts'
import { complaintOfLink, readFollowedCase } from './followed-case.ts'
import { trackRoutes } from './track-routes.ts'

type FollowDeps = Deps & { attachments: FileStore; sendPage: SendPage }

/** The pages with which complainants follow what they have filed, without a script, and the same as calls. */
export function followRoutes(app: FastifyInstance, deps: FollowDeps): void {
  const on = mounter(app, deps)
  const answer = formAnswerer({
    loadShedding: deps.loadShedding,
    fileField: followCalls.write.plainForm,
    sink: deps.attachments,
  })

  app.get(routeOf(paths.followComplaint), (request, reply) =>
    answerWithPage(deps, request, reply, () => caseView(deps, request)),
  )

  for (const [call, change] of [
    [followCalls.write, addToCase],
    [followCalls.reopen, reopenCase],
  ] as const) {
    on(call, ({ params: { token }, request, reply, whenReceived }) => {
      const save = async ({ fields, file }: Sent<ReceivedFile>, id: number) => {
        // A file tells enough, but opening a complaint again needs a reason.
        const { text = null } = checkedFields(file && call === followCalls.write ? FollowNoteOfFile : call.body, fields)
        return { id, ...(await change(deps, id, { text, file })) }
      }
      return answer(request, reply, {
        find: () => complaintOfLink(deps, token, request.ip),
        save: (sent, id) => whenReceived(() => save(sent, id)),
        next: ({ isFileKnown }) =>
          reply.redirect(paths.followComplaint.to({ token }, { known: isFileKnown ? 'file' : null }), 303),
        say: async ({ id }) => succeed(await readFollowedCase(deps.db, id)),
        again: (rejected, status) =>
          answerWithPage(deps, request, reply, () => caseView(deps, request, rejected), status),
      })
    })
  }

  trackRoutes(app, deps, answer)
}
