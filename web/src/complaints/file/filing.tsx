import { normalizePetId } from '@petsetu/contract/pets/pet-id.ts'
import { FILING_FEE_RUPEES_MIN } from '@petsetu/contract/platform/money.ts'
import type { ComplaintFacts } from '@petsetu/contract/site/public-pages.ts'
import { type AppSite, FEE_PLACEHOLDER } from '@petsetu/contract/site/site.ts'
import { formatRupees, pluralValues } from '@petsetu/languages/formats.ts'
import { IconClock, IconCoinRupee, IconListCheck } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { payFlow, usePayState } from '../../payments/checkout/pay-flow.ts'
import { PayActivity, PayNotice, UnconfirmedPayments } from '../../payments/checkout/pay-notices.tsx'
import { PayTerms } from '../../payments/checkout/pay-terms.tsx'
import type { Subject } from '../../payments/checkout/run-payment.ts'
import { useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { FormButton, useScript } from '../../platform/public-form/form-card.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { FieldGroup } from '../../platform/ui/fields/field-group.tsx'
import { focusFirstError } from '../../platform/ui/form/focus-first-error.ts'
import { PrivacyNotice } from '../../platform/ui/form/privacy-notice.tsx'
import { RestoredNotice } from '../../platform/ui/form/restored-notice.tsx'
import card from '../../platform/ui/layout/card.module.css'
import fold from '../../platform/ui/layout/unfolds.module.css'
import beforeYouFileStyles from './before-you-file.module.css'
import { type Form, feeOf, submitLabel } from './complaint-values.ts'
import { ComplaintFields, FeeField } from './fields/complaint-fields.tsx'
import { DocumentsField } from './fields/documents-field.tsx'
import classes from './filing.module.css'
import { forgetFilingKey } from './kept-filing.ts'
import { useFiling, usePayPanels } from './use-filing.ts'

/** The form. Once the complaint is saved, the payment appears above it; once it is paid, the confirmation replaces it. */
export function Filing({ site }: { site: AppSite & ComplaintFacts }) {
  const text = useText()
  const animal = useAnimal(site)
  const filing = useFiling(animal?.petId ?? '')
  const { element, form, isKept } = filing
  const isOnline = useOnline()
  const { saved, done, unconfirmed } = usePayState('complaint')
  const panels = usePayPanels(saved !== null || done !== null)

  if (saved) {
    return (
      <div ref={element} className={classes.page}>
        {panels ? (
          <panels.SavedPanel
            place="complaint"
            form={form}
            complaint={saved}
            payee={site.legalName}
            onStartOver={filing.startOver}
          />
        ) : (
          <>
            <Notice kind="info">{text('complaintForm.saved')}</Notice>
            {panels === undefined && <Notice kind="failed">{text('checkout.unreachable')}</Notice>}
          </>
        )}
        {form.values.description && <WrittenComplaint form={form} complaint={saved} />}
      </div>
    )
  }
  if (done) {
    return (
      <div className={classes.page}>
        {panels ? (
          <panels.FiledPanel
            {...done}
            daysMax={site.complaintDaysMax}
            onFileAnother={() => payFlow('complaint').another()}
          />
        ) : (
          <Notice kind="done">{done.message}</Notice>
        )}
        <UnconfirmedPayments place="complaint" payments={unconfirmed} hasNotice={false} />
      </div>
    )
  }
  return (
    <div ref={element} className={classes.page}>
      <div className={classes.before}>
        <FilingNotice site={site} />
      </div>
      <UnconfirmedPayments place="complaint" payments={unconfirmed} hasNotice={false} />
      {isKept !== null && (
        <Notice kind={isKept ? 'done' : 'failed'} takesFocus>
          {text(isKept ? 'unsent.keptNow' : 'unsent.noRoom')}
        </Notice>
      )}
      {!isOnline && <Notice kind="info">{text('unsent.offline')}</Notice>}
      {filing.isRestored && <RestoredNotice onClear={filing.clear} />}
      {animal && <Notice kind="info">{text('aboutAnimal.about', { name: animal.petName })}</Notice>}
      <FilingForm filing={filing} payee={site.legalName} isOnline={isOnline} />
    </div>
  )
}

/**
 * The animal whose page led here. The form that is kept for slow lines was rendered without it: there the address names it, and its tag stands
 * for its name.
 */
function useAnimal({ animal }: ComplaintFacts): ComplaintFacts['animal'] {
  const petId = useSyncExternalStore(
    () => () => {},
    () => normalizePetId(new URLSearchParams(location.search).get('animal') ?? ''),
    () => null,
  )
  return animal === undefined && petId !== null ? { petId, petName: petId } : animal
}

/** Shows the filed complaint to read. */
function WrittenComplaint({ form, complaint: { fileName } }: { form: Form; complaint: Subject }) {
  const text = useText()
  return (
    <section className={`${card.card} ${classes.card} ${classes.written}`} aria-label={text('complaintForm.written')}>
      <p className={classes.legend}>{text('complaintForm.writtenAsSaved')}</p>
      <ComplaintFields form={form} readOnly />
      {fileName && <p className={classes.legend}>{text('complaintForm.documentNamed', { name: fileName })}</p>}
    </section>
  )
}

/** False while the browser knows that it has no connection. */
function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

const WIDE = '(min-width: 720px)'

/** False where the server renders the page: most people come with a phone. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(WIDE)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(WIDE).matches,
    () => false,
  )
}

/** The fee, the steps and the time; on a phone one line, which opens, so that the form begins on the first screen. */
function FilingNotice({ site }: { site: AppSite }) {
  const text = useText()
  const isWide = useWideScreen()
  if (isWide) return <Facts site={site} />
  return (
    <details className={beforeYouFileStyles.folded}>
      <summary className={fold.unfolds}>
        <span>
          {text('complaintForm.feeAndDays', {
            amount: formatRupees(FILING_FEE_RUPEES_MIN),
            ...pluralValues(daysOf(site)),
          })}{' '}
          <span className={beforeYouFileStyles.how}>{text('complaintForm.howItWorks')}</span>
        </span>
      </summary>
      <Facts site={site} />
    </details>
  )
}

const daysOf = ({ complaintDaysMax }: AppSite) => Math.max(1, complaintDaysMax)

function Facts({ site }: { site: AppSite }) {
  const text = useText()
  const own = site.feeTexts[useLanguage()]
  const amount = formatRupees(FILING_FEE_RUPEES_MIN)
  const facts = [
    {
      icon: IconCoinRupee,
      heading: text('complaintForm.cost'),
      how: own ? own.replaceAll(FEE_PLACEHOLDER, amount) : text('complaintForm.costHow', { amount }),
    },
    { icon: IconListCheck, heading: text('complaintForm.next'), how: text('complaintForm.nextHow') },
    {
      icon: IconClock,
      heading: text('complaintForm.time'),
      how: `${text('complaintForm.actWithin', pluralValues(daysOf(site)))} ${text('complaintForm.timeHow')}`,
    },
  ]
  return (
    <ul className={beforeYouFileStyles.facts}>
      {facts.map(({ icon: Icon, heading, how }) => (
        <li key={heading} className={beforeYouFileStyles.fact}>
          <Icon className={beforeYouFileStyles.icon} size={28} stroke={1.5} aria-hidden />
          <h2 className={beforeYouFileStyles.heading}>{heading}</h2>
          <p className={beforeYouFileStyles.text}>{how}</p>
        </li>
      ))}
    </ul>
  )
}

type Props = { filing: ReturnType<typeof useFiling>; payee: string; isOnline: boolean }

function FilingForm({ filing, payee, isOnline }: Props) {
  const text = useText()
  const { element, form, documents, file } = filing
  const { message, activity } = usePayState('complaint')
  const { amount } = form.values
  const hasScript = useScript()
  const isBusy = activity !== null
  const isSilent = useSilence(activity === 'create' && !filing.isDifferent, filing.sentShare)

  async function fileAnother() {
    forgetFilingKey()
    await file(form.getValues())
  }

  return (
    <form
      className={classes.page}
      method="post"
      noValidate
      onSubmit={form.onSubmit(filing.submit, (errors) => focusFirstError(element.current, errors))}
    >
      <div className={`${card.card} ${classes.card}`}>
        <p className={classes.legend}>{text('forms.required')}</p>
        <ComplaintFields form={form}>
          <DocumentsField documents={documents} />
        </ComplaintFields>
        <FieldGroup heading={text('complaintForm.feeHeading')}>
          <FeeField form={form} />
        </FieldGroup>
        <PrivacyNotice id="filingNotice.complaint" />
        {filing.isDifferent ? (
          <DifferentContent
            isBusy={isBusy}
            onCorrect={() => file(form.getValues(), true)}
            onFileAnother={fileAnother}
          />
        ) : (
          <PayNotice message={message} />
        )}
        {isOnline && (filing.hasNoAnswer || isSilent) && (
          <Notice kind="info">
            <p className={classes.sentence}>{text('unsent.noAnswer')}</p>
            <FormButton type="button" isSide onClick={() => void filing.keep()}>
              {text('unsent.keep')}
            </FormButton>
          </Notice>
        )}
        {activity === 'create' && documents.chosen.length > 0 && (
          <progress className={classes.progress} value={filing.sentShare} aria-label={text('complaintForm.upload')} />
        )}
        <PayActivity place="complaint" />
        <PayTerms payee={payee} item={text('checkout.filingFee')} amount={feeOf(amount)}>
          {/* Nobody pays without the script: sent by the browser itself, the form would lead nowhere. */}
          <FormButton
            isBusy={isBusy}
            disabled={!hasScript}
            // The second click of a double click may meet the form that the first has emptied.
            onClick={(event) => event.detail > 1 && event.preventDefault()}
          >
            {isOnline ? submitLabel(amount, text) : text('unsent.keep')}
          </FormButton>
        </PayTerms>
      </div>
    </form>
  )
}

// After this time without a byte the form offers to go on without a connection.
const SILENCE_MS = 4_000

/** True while something is being sent and there was no progress for four seconds. */
function useSilence(isSending: boolean, progress: number): boolean {
  const [isSilent, setSilent] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: any progress ends the silence.
  useEffect(() => {
    setSilent(false)
    if (!isSending) return
    const timer = setTimeout(() => setSilent(true), SILENCE_MS)
    return () => clearTimeout(timer)
  }, [isSending, progress])

  return isSilent
}

type DifferentContentProps = { isBusy: boolean; onCorrect: () => void; onFileAnother: () => void }

/** Asks which version is meant when the server already has a different complaint from this page. */
function DifferentContent({ isBusy, onCorrect, onFileAnother }: DifferentContentProps) {
  const text = useText()
  return (
    <Notice kind="info" takesFocus>
      <p className={classes.sentence}>{text('complaintForm.differs')}</p>
      <div className={classes.choice}>
        <FormButton type="button" isBusy={isBusy} onClick={onCorrect}>
          {text('complaintForm.correctSaved')}
        </FormButton>
        <FormButton type="button" isSide isBusy={isBusy} onClick={onFileAnother}>
          {text('complaintForm.fileAnother')}
        </FormButton>
      </div>
    </Notice>
  )
}
