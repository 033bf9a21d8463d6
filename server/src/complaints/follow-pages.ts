import type { FollowView } from '@petsetu/contract/public-pages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import type { Rejected } from '../http/routing/answer-form.ts'
import { sentenceOf, statusOf } from '../http/routing/rejected-page.ts'
import type { SendPage } from '../http/routing/send-page.ts'
import { complaintOfLink, readFollowedCase } from './followed-case.ts'

type PageDeps = Deps & { sendPage: SendPage }

/** Sends a page for a complainant. If it cannot be made, the page says why. */
export async function answerWithPage(
  { sendPage, loadShedding }: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  find: () => Promise<FollowView>,
  status = 200,
): Promise<FastifyReply> {
  try {
    const view = await loadShedding.run(find)
    return sendPage(request, reply, { name: 'follow', view }, status)
  } catch (error) {
    const isUnknown = error instanceof HttpError && error.code === 'follow_not_found'
    const view: FollowView = isUnknown ? { kind: 'unknown' } : { kind: 'failed', message: sentenceOf(error, request) }
    return sendPage(request, reply, { name: 'follow', view }, statusOf(error, request, reply))
  }
}

/** The page of a complaint, with what was written there and not accepted. */
export async function caseView(
  deps: Deps,
  request: FastifyRequest,
  rejected: Rejected | null = null,
): Promise<FollowView> {
  const { token } = request.params as { token: string }
  const found = await readFollowedCase(deps.db, await complaintOfLink(deps, token, request.ip))
  const problem = rejected && sentenceOf(rejected.error, request)
  const isFileKnown = (request.query as { known?: unknown }).known === 'file'
  return { kind: 'case', token, found, typed: rejected?.typed.text ?? '', problem, isFileKnown }
}

/** A form that leads to a complaint: for its code, or for the code that was sent. */
export function claimView(
  kind: 'track' | 'code',
  request: FastifyRequest,
  { typed, error }: { typed: Record<string, string>; error?: unknown },
): FollowView {
  const { reference = '', email = '' } = typed
  return { kind, reference, email, problem: error === undefined ? null : sentenceOf(error, request) }
}
