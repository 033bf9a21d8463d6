import { paths } from '@petsetu/contract/paths.ts'
import { pageAt } from '@petsetu/contract/platform/page-at.ts'
import type { ReactNode } from 'react'
import { AccountPages } from '../src/people/auth/account-pages.tsx'
import { PrivacyRequestPage } from '../src/people/privacy/privacy-request-page.tsx'

/** A page with a form as the server renders it at first, with what it takes from the address; null for a page of the app. */
export function renderedPage({ pathname, search }: { pathname: string; search: string }): ReactNode {
  const query = new URLSearchParams(search)
  const next = query.get('next')
  const token = query.get('token')
  const rejected = null
  switch (pageAt(pathname)) {
    case paths.login:
      return <AccountPages view={{ kind: 'login', next, after: null, rejected }} />
    case paths.register:
      return <AccountPages view={{ kind: 'register', next, rejected }} />
    case paths.forgotPassword:
      return <AccountPages view={{ kind: 'forgotPassword', answer: null, rejected }} />
    case paths.resetPassword:
      return <AccountPages view={{ kind: 'resetPassword', token, rejected }} />
    case paths.confirmEmail:
      return <AccountPages view={{ kind: 'confirmEmail', token, answer: null, rejected }} />
    case paths.undoEmailChange:
      return <AccountPages view={{ kind: 'undoEmailChange', token, answer: null, rejected }} />
    case paths.privacyRequest:
      return <PrivacyRequestPage view={{ kind: 'email', rejected }} />
    default:
      return null
  }
}
