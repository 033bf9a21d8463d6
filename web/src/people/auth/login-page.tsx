import { paths } from '@petsetu/contract/paths.ts'
import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { LoginForm, type Started } from './login-form.tsx'
import { needsLogin, tagOf } from './redirect-after-login.ts'
import { SecondStep } from './second-step.tsx'
import { useUser } from './session.ts'
import { SignInCard } from './sign-in-card.tsx'
import { SignedInRedirect, useNext } from './signed-in-redirect.tsx'

export function LoginPage() {
  const text = useText()
  const user = useUser()
  const next = useNext()
  const tag = tagOf(next)
  const [started, setStarted] = useState<Started | null>(null)
  const [expired, setExpired] = useState<string | null>(null)
  if (user) return <SignedInRedirect user={user} />
  if (started && !expired) return <SecondStep {...started} onExpired={setExpired} />
  return (
    <SignInCard
      title={text('titles.login')}
      hint={
        tag
          ? text('signIn.forTag', { tag: groupPetId(tag) })
          : text(needsLogin(next) ? 'signIn.askedFor' : 'signIn.welcome')
      }
      footer={
        <RichText
          id="signIn.newHere"
          fill={{ link: (content) => <Link to={paths.register.to({}, { next })}>{content}</Link> }}
        />
      }
    >
      <LoginForm
        username={started?.username}
        expired={expired}
        onTicket={(next) => {
          setStarted(next)
          setExpired(null)
        }}
      />
    </SignInCard>
  )
}
