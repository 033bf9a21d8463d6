import type { ReceiptLine, ReceiptSheet, ReceiptView } from '@petsetu/contract/site/public-pages.ts'
import type { LogoPicture, Site } from '@petsetu/contract/site/site.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import type { ReactNode } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { FormButton, FormNote, FormTitle, SideLink, useScript } from '../../platform/public-form/form-card.tsx'
import form from '../../platform/public-form/public-form.module.css'
import { Logo } from '../../platform/ui/layout/logo.tsx'
import styles from './receipt-sheet.module.css'

type Shown = Extract<ReceiptView, { kind: 'receipt' }>

/** The heading of the page, which is its title, too. */
export function receiptTitle(view: ReceiptView, text: Translate): string {
  return view.kind === 'receipt' ? view.sheet.title : text('receiptPage.title')
}

/** A receipt for whoever has its address, with its PDF; without a script only the button that prints is missing. */
export function ReceiptPage({ view, site }: { view: ReceiptView; site: Site }) {
  const text = useText()
  return (
    <>
      <FormTitle picture={isPaid(view) ? '/drawing-done.svg' : '/drawing-refund.svg'}>
        {receiptTitle(view, text)}
      </FormTitle>
      <div className={styles.page}>
        {view.kind === 'receipt' ? <FoundReceipt view={view} logo={site.logo} /> : <NoReceipt view={view} />}
      </div>
    </>
  )
}

const isPaid = (view: ReceiptView) => view.kind === 'receipt' && !view.isReturned

function FoundReceipt({ view, logo }: { view: Shown; logo: LogoPicture | null }) {
  const text = useText()
  const hasScript = useScript()
  const canShare = hasScript && isPhoneThatShares()
  const { sheet, isReturned, pdfPath, otherCopy } = view
  return (
    <>
      {isReturned && (
        <FormNote kind="info">
          <p>{text('receiptPage.refunded')}</p>
        </FormNote>
      )}
      <Sheet sheet={sheet} logo={logo}>
        <div className={styles.actions}>
          {canShare && (
            <FormButton type="button" onClick={() => void sharePdf(pdfPath, sheet.title)}>
              {text('receiptPage.share')}
            </FormButton>
          )}
          <a className={canShare ? form.side : form.main} href={pdfPath} download>
            {text('receiptPage.pdf')}
          </a>
          {hasScript && (
            <FormButton type="button" isSide onClick={() => window.print()}>
              {text('receiptPage.print')}
            </FormButton>
          )}
          {otherCopy && (
            <a className={form.link} href={otherCopy.path}>
              {text(OTHER_COPY[otherCopy.kind])}
            </a>
          )}
        </div>
      </Sheet>
    </>
  )
}

function isPhoneThatShares(): boolean {
  if (!matchMedia('(pointer: coarse)').matches || !navigator.canShare) return false
  return navigator.canShare({ files: [new File([], 'receipt.pdf', { type: 'application/pdf' })] })
}

/** Hands the PDF to another app of the phone; a phone that does not take it downloads the PDF. */
async function sharePdf(path: string, title: string): Promise<void> {
  try {
    const reply = await fetch(path)
    if (!reply.ok) throw new Error(`The PDF was answered ${reply.status}`)
    const name = `${title}.pdf`
    await navigator.share({ title, files: [new File([await reply.blob()], name, { type: 'application/pdf' })] })
  } catch (error) {
    // Whoever closes the phone's sheet has changed their mind.
    if (!(error instanceof DOMException && error.name === 'AbortError')) location.href = path
  }
}

const OTHER_COPY: Record<'first' | 'corrected', PlainId> = {
  first: 'receiptPage.seeFirst',
  corrected: 'receiptPage.seeCorrected',
}

type SheetProps = {
  sheet: ReceiptSheet
  logo: LogoPicture | null
  /** Leads to what can be done with it, and is not printed. */
  children: ReactNode
}

function Sheet({ sheet, logo, children }: SheetProps) {
  const { foundation, issuer, lines, amount, later, notes } = sheet
  return (
    <div className={styles.sheet}>
      <div className={styles.head}>
        <Logo size={44} picture={logo} />
        <div>
          <p className={styles.foundation}>{foundation}</p>
          <p className={styles.small}>
            {issuer.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </p>
        </div>
      </div>
      <dl className={styles.facts}>
        <Lines lines={lines} />
        <div className={styles.amount}>
          <dt>{amount.label}</dt>
          <dd>
            {amount.value} <Status amount={amount} />
          </dd>
        </div>
        <Lines lines={later} />
      </dl>
      {notes.map((note) => (
        <p key={note} className={styles.small}>
          {note}
        </p>
      ))}
      {children}
    </div>
  )
}

function Lines({ lines }: { lines: ReceiptLine[] }) {
  return lines.map(({ label, value, path }) => (
    <div key={label}>
      <dt>{label}</dt>
      <dd>{path ? <a href={path}>{value}</a> : value}</dd>
    </div>
  ))
}

const SIGNS = { paid: 'M5 12.5l4.5 4.5L19 7.5', refunded: 'M9 14l-4-4 4-4M5 10h11a4 4 0 1 1 0 8h-1' }

/** The state as a word, a sign and a colour, so that nobody depends on the colour. */
function Status({ amount: { status, state } }: { amount: ReceiptSheet['amount'] }) {
  return (
    <span className={styles.status} data-status={status}>
      <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
        <path d={SIGNS[status]} />
      </svg>
      {state}
    </span>
  )
}

function NoReceipt({ view }: { view: Exclude<ReceiptView, Shown> }) {
  const text = useText()
  if (view.kind === 'missing') {
    return (
      <FormNote kind="info">
        <p>{text('receiptPage.missing')}</p>
        <p>{text('receiptPage.missingHow')}</p>
      </FormNote>
    )
  }
  return (
    <>
      <FormNote kind="failed">
        <p>{text('receiptPage.loadFailed')}</p>
        <p>{view.message}</p>
      </FormNote>
      <div className={styles.actions}>
        {/* This page’s own address, without a script. */}
        <SideLink href="">{text('receiptPage.tryAgain')}</SideLink>
      </div>
    </>
  )
}
