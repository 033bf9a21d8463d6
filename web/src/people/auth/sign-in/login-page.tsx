import { authCalls } from '@petsetu/contract/people/auth.ts'
import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import type { LoginView } from '@petsetu/contract/site/public-pages.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { useEffect, useState } from 'react'
import { RichText, useText } from '../../../platform/languages/use-text.tsx'
import { announceArrival } from '../../../platform/lib/address/arrival.ts'
import { CallError, request } from '../../../platform/lib/requests/request.ts'
import {
  FormButton,
  FormCard,
  FormNote,
  PublicForm,
  SideLink,
  useScript,
} from '../../../platform/public-form/form-card.tsx'
import { useUser } from '../session.ts'
import { useArrival, useBeforeLogin } from './before-login.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { SecondStep } from './second-step.tsx'
import { SignInForm, type Started } from './sign-in-form.tsx'
import { SignedInRedirect } from './signed-in-redirect.tsx'

export function LoginPage({ view }: { view: LoginView }) {
  const user = useUser()
  useArrival()
  if (user) return <SignedInRedirect user={user} next={view.next} />
  return view.kind === 'signedIn' ? <SignedInHere view={view} /> : <Login view={view} />
}

function Login({ view }: { view: Exclude<LoginView, { kind: 'signedIn' }> }) {
  const text = useText()
  const { next, reason } = view
  const before = useBeforeLogin()
  const [started, setStarted] = useState<Started | null>(view.kind === 'code' ? view : null)
  const [expired, setExpired] = useState<string | null>(null)
  if (started && !expired) {
    const rejected = view.kind === 'code' ? view.rejected : null
    return <SecondStep {...started} next={next} rejected={rejected} onExpired={setExpired} />
  }
  return (
    <FormCard
      isNarrow
      title={text('titles.login')}
      under={!reason && text('signIn.welcome')}
      hint={
        reason &&
        (reason.kind === 'tag' ? text('signIn.forTag', { tag: groupPetId(reason.tag) }) : text('signIn.askedFor'))
      }
      footer={
        <RichText
          id="signIn.newHere"
          fill={{
            link: (content) => (
              <a href={visitorPaths.register.to({}, { next })} onClick={announceArrival}>
                {content}
              </a>
            ),
          }}
        />
      }
    >
      <SignInForm
        username={started?.username ?? before?.username}
        after={view.kind === 'login' ? (view.after ?? before?.after ?? null) : null}
        next={next}
        rejected={view.kind === 'login' ? view.rejected : null}
        expired={expired}
        onTicket={(ticket) => {
          setStarted(ticket)
          setExpired(null)
        }}
      />
    </FormCard>
  )
}

/** Somebody who has logged in without a script. Where one runs after all it takes the session over and goes on; else the page says what is missing. */
function SignedInHere({ view: { username, next, goOn } }: { view: Extract<LoginView, { kind: 'signedIn' }> }) {
  const text = useText()
  const hasScript = useScript()
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    request(authCalls.takeOver, {}, { token: '' }).then(
      ({ reply }) => finishSignIn(reply),
      (error) => {
        const hasEnded = error instanceof CallError && error.status === 401
        if (hasEnded) location.replace(visitorPaths.login.to({}, { next }))
        else setHasFailed(true)
      },
    )
  }, [next])
  return (
    <FormCard isNarrow title={text('titles.login')}>
      <FormNote kind="done">
        <p>{text('signIn.signedInAs', { name: username })}</p>
      </FormNote>
      {(hasFailed || !hasScript) && (
        <>
          <p role="alert">{text(hasFailed ? 'signIn.failed' : 'signIn.needsScript')}</p>
          <SideLink href={hasFailed ? visitorPaths.login.to({}, { next }) : goOn}>{text('signIn.goOn')}</SideLink>
          <PublicForm action={`${visitorPaths.login.pattern}/out`}>
            <FormButton>{text('frame.logout')}</FormButton>
          </PublicForm>
        </>
      )}
    </FormCard>
  )
}
