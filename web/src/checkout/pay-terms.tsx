import { paths } from '@petsetu/contract/paths.ts'
import { RichText } from '../languages/use-text.tsx'
import classes from './pay-terms.module.css'

/** Beneath every button that pays: who gets the money, through whom, and on which terms. What was typed stays behind the new tab. */
export function PayTerms({ payee }: { payee: string }) {
  return (
    <p className={classes.terms}>
      <RichText
        id="checkout.terms"
        fill={{
          payee: () => payee,
          terms: (content) => <Legal href={paths.terms.to({})}>{content}</Legal>,
          refunds: (content) => <Legal href={paths.refunds.to({})}>{content}</Legal>,
          privacy: (content) => <Legal href={paths.privacy.to({})}>{content}</Legal>,
        }}
      />
    </p>
  )
}

function Legal({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
