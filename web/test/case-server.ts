import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import type { CaseEvent } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { type Complaint, complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { linkCalls } from '@petsetu/contract/payments/links.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { COMPLAINT } from './examples.ts'
import { FakeServer } from './fake-server.ts'
import { ADMIN } from './open-page.tsx'

/** The server behind the page of a case. `events` are read anew each time, so that a test can add some. */
export function caseServer(complaint: Complaint = COMPLAINT, events: CaseEvent[] = []): FakeServer {
  return new FakeServer()
    .on(complaintCalls.read, ({ params: { id } }) => succeed({ ...complaint, id }))
    .on(caseCalls.neighbours, succeed({ previous: null, next: null }))
    .on(caseCalls.listAssignees, succeed([{ id: ADMIN.id, username: ADMIN.username }]))
    .on(caseCalls.listAnswers, succeed([]))
    .on(linkCalls.listForComplaint, succeed([]))
    .on(caseCalls.listEvents, () => succeed([...events]))
}
