import { Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import {
  type HeldData,
  type HeldRecord,
  type PrivacyRequestDetails,
  type PrivacyRequestKind,
  privacyCalls,
} from '@petsetu/contract/people/privacy.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import { IconCheck, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { RichText, useText } from '../../../platform/languages/use-text.tsx'
import { callQuery, refetch } from '../../../platform/lib/requests/call-query.ts'
import { request as send } from '../../../platform/lib/requests/request.ts'
import { formatUnbrokenInstant } from '../../../platform/lists/medium-days.ts'
import type { DialogHandle } from '../../../platform/ui/dialog/dialog.tsx'
import { ReasonDialog } from '../../../platform/ui/dialog/reason-dialog.tsx'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { PlainList } from '../../../platform/ui/layout/card-parts.tsx'
import { Hint, Panel } from '../../../platform/ui/layout/panel.tsx'
import { Unbroken } from '../../../platform/ui/layout/unbroken.tsx'
import { DownloadButton } from '../../../platform/ui/table/download-button.tsx'
import { KeptComplaint } from '../../../shared/privacy/kept-complaint.tsx'
import { useOwnDraft } from '../../auth/use-own-draft.ts'
import { RequestDoneDialog } from './request-parts.tsx'
import classes from './request-steps.module.css'

export const requestOf = (id: string) => callQuery(privacyCalls.read, { params: { id } })

type RequestProps = { request: PrivacyRequestDetails }
type HeldProps = RequestProps & { held: HeldData }
type StepsProps = HeldProps & { isCarriedOut: boolean; onCarriedOut: () => void }

const STEPS: Record<PrivacyRequestKind, (props: StepsProps) => ReactNode> = {
  export: CopySteps,
  correct: CorrectSteps,
  erase: EraseSteps,
  nominate: NominateSteps,
}

/** Says in order what an admin has to do for a request of this kind. It is marked as done at the end. */
export function RequestSteps({ request, held }: HeldProps) {
  const text = useText()
  const { kind } = request
  const isCorrected = useIsCorrected()
  const [isCarriedOut, setCarriedOut] = useState(isCorrected && kind === 'correct')
  const Steps = STEPS[kind]
  return (
    <Panel title={text('privacyCase.toDo')}>
      <Stack component="ol" gap="md" m={0} pl={20}>
        <Steps request={request} held={held} isCarriedOut={isCarriedOut} onCarriedOut={() => setCarriedOut(true)} />
        <Step words={text('privacyCase.finishStep')}>
          {/* The name of a nominee needs no action before. */}
          <FinishButton request={request} isNext={isCarriedOut || kind === 'nominate'} />
        </Step>
      </Stack>
    </Panel>
  )
}

/** True for who comes back from the page on which a record of the person was corrected. */
function useIsCorrected(): boolean {
  const { state }: { state: unknown } = useLocation()
  return typeof state === 'object' && state !== null && 'isCorrected' in state && state.isCorrected === true
}

function Step({ words, children }: { words: string; children?: ReactNode }) {
  return (
    <li>
      <Text>{words}</Text>
      {children && <Box mt="xs">{children}</Box>}
    </li>
  )
}

function CopySteps({ request, isCarriedOut, onCarriedOut }: StepsProps) {
  return (
    <li>
      <MakeFile request={request} isNext={!isCarriedOut} onSaved={onCarriedOut} />
    </li>
  )
}

function CorrectSteps({ held }: StepsProps) {
  const text = useText()
  return (
    <Step words={text('privacyCase.correctStep')}>
      <Records held={held} />
    </Step>
  )
}

function NominateSteps() {
  const text = useText()
  return <Step words={text('privacyCase.nominateStep')} />
}

function EraseSteps({ request, held, onCarriedOut }: StepsProps) {
  const text = useText()
  const dialog = useRef<DialogHandle>(null)
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [isErased, setErased] = useState(false)
  const { id, email, nominee_email: answerTo } = request
  const params = { id: String(id) }

  async function erase(body: { reason: string }) {
    const { reply } = await send(privacyCalls.erase, { params, body })
    queries.setQueryData(requestOf(params.id).queryKey, reply)
    setErased(true)
    onCarriedOut()
    dialog.current?.close()
    await refetch(queries, privacyCalls.listAll)
  }

  if (held.account?.is_admin) return <Step words={text('privacyCase.accountOfAdmin')} />
  return (
    <>
      {answerTo && <Step words={text('privacyCase.eraseWait')} />}
      <li>
        <KeptFor held={held} />
      </li>
      <Step words={text('privacyCase.eraseHint')}>
        <Button
          variant="outline"
          color="heart"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {text('privacyCase.erase')}
        </Button>
        {isErased && (
          <Box mt="sm">
            <Notice kind="done" takesFocus>
              {text('privacyCase.erasedNow')}
            </Notice>
          </Box>
        )}
        {isAsking && (
          <EraseDialog
            dialog={dialog}
            id={id}
            email={email}
            years={held.book_years}
            onErase={erase}
            onClose={() => setAsking(false)}
          />
        )}
      </Step>
    </>
  )
}

/** Says what an erasure leaves, why and until when. */
function KeptFor({ held: { kept, book_years: years } }: { held: HeldData }) {
  const text = useText()
  return (
    <>
      <Title order={3} fz={16}>
        {text('privacyCase.staysUntil')}
      </Title>
      <Stack component="ul" gap={4} m={0} pl={20}>
        {kept.map((one) => (
          <KeptComplaint key={one.reference} kept={one} />
        ))}
        <li>{text('privacyCase.books', { years })}</li>
      </Stack>
    </>
  )
}

type DialogProps = {
  dialog: React.RefObject<DialogHandle | null>
  id: number
  email: string
  years: number
  onErase: (body: { reason: string }) => Promise<void>
  onClose: () => void
}

function EraseDialog({ dialog, id, email, years, onErase, onClose }: DialogProps) {
  const text = useText()
  return (
    <ReasonDialog
      ref={dialog}
      draft={useOwnDraft(`erase-person-${id}`)}
      title={text('privacyCase.eraseQuestion', { email })}
      explanation={text('privacyCase.eraseExplanation', { years })}
      label={text('privacyCase.eraseReason')}
      submitLabel={text('privacyCase.erase')}
      isDangerous
      failureText={text('privacyCase.eraseFailed')}
      onSubmit={onErase}
      onClose={onClose}
    />
  )
}

/** Marks the request as done; filled once that is the next step. */
export function FinishButton({ request, isNext }: RequestProps & { isNext: boolean }) {
  const text = useText()
  const [isFinishing, setFinishing] = useState(false)
  return (
    <div>
      <Button
        variant={isNext ? 'filled' : 'outline'}
        leftSection={<IconCheck size={18} aria-hidden />}
        onClick={() => setFinishing(true)}
      >
        {text('privacyRequests.markDone')}
      </Button>
      {isFinishing && <RequestDoneDialog request={request} onClose={() => setFinishing(false)} />}
    </div>
  )
}

type FileProps = RequestProps & { isNext?: boolean; onSaved?: () => void }

/** Downloads everything that is stored about the person; filled if that is the next step. */
export function MakeFile({ request: { id, nominee_email: answerTo }, isNext = false, onSaved }: FileProps) {
  const text = useText()
  return (
    <div>
      <Hint>{text(answerTo ? 'privacyCase.makeFileForNominee' : 'privacyCase.makeFileHint')}</Hint>
      <Box mt="xs">
        <DownloadButton
          call={privacyCalls.makeFile}
          input={{ params: { id: String(id) } }}
          failure={text('privacyCase.makeFileFailed')}
          variant={isNext ? 'filled' : 'default'}
          onSaved={() => onSaved?.()}
        >
          {text('privacyCase.makeFile')}
        </DownloadButton>
      </Box>
    </div>
  )
}

/** The records that are stored about the person, each with the way to its correction. */
export function Records({ held: { records, total } }: { held: HeldData }) {
  const text = useText()
  if (total === 0) return null
  const hidden = total - records.length
  return (
    <>
      <PlainList className={classes.records ?? ''} gap={4}>
        {records.map((record) => (
          <RecordRow key={`${record.purpose} ${record.id}`} record={record} />
        ))}
      </PlainList>
      {hidden > 0 && <Text>{text('privacyCase.more', pluralValues(hidden))}</Text>}
    </>
  )
}

function RecordRow({ record }: { record: HeldRecord }) {
  const text = useText()
  const { pathname, search } = useLocation()
  const { purpose, id, reference, at } = record
  const names = {
    complaint: text('privacyCase.complaint', { reference: reference ?? '' }),
    membership: text('privacyCase.membership', { number: reference ?? id }),
    donation: text('privacyCase.donation', { number: id }),
  }
  return (
    <Group component="li" className={classes.record ?? ''} justify="space-between" gap="xs" wrap="nowrap">
      <span>
        <strong>{reference ? <Unbroken number={reference} sentence={names[purpose]} isLong /> : names[purpose]}</strong>{' '}
        <Text span inherit c="dimmed">
          {text('privacyCase.from', { day: formatUnbrokenInstant(at) })}
        </Text>
      </span>
      <Button
        component={Link}
        to={paths.correction.to({ purpose, id })}
        state={{ from: pathname + search }}
        variant="subtle"
        flex="none"
        px={8}
        leftSection={<IconPencil size={18} aria-hidden />}
        aria-label={text('privacyCase.correctOf', { what: names[purpose] })}
      >
        {/* In one box: the spaces between words are kept. */}
        <span>
          <RichText id="privacyCase.correctRecord" fill={{ rest: shortInNarrow }} />
        </span>
      </Button>
    </Group>
  )
}

/** A narrow card has room for the word alone; the name of the link stays whole. */
function shortInNarrow(words: string) {
  return <span className={classes.rest}>{words}</span>
}
