import type { GrievanceView, LegalDocument, RejectedForm } from '@petsetu/contract/site/public-pages.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import { useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { ChoiceField } from '../../platform/public-form/choice-field.tsx'
import { Field, LongField } from '../../platform/public-form/field.tsx'
import { ErrorSummary, FormButton, FormNote, PublicForm } from '../../platform/public-form/form-card.tsx'
import form from '../../platform/public-form/public-form.module.css'
import { LegalText, LegalTitle } from '../../shared/legal/legal-page.tsx'
import styles from './contact-page.module.css'

// The form's place in the page, to which its answer comes back.
const FORM = 'grievance'
const TEXT_MAX = 4_000

/** The legal page on contact, and the form for whoever finds that something is not right. */
export function ContactPage({ document, view }: { document: LegalDocument; view: GrievanceView }) {
  const text = useText()
  const [first, ...others] = document.intro
  return (
    <>
      <LegalTitle name={document.name} title={document.title} under={first} />
      <div className={styles.page}>
        <LegalText document={{ ...document, intro: others }} />
        <section id={FORM} className={form.card} aria-labelledby={`${FORM}-title`}>
          <div>
            <h2 id={`${FORM}-title`} className={form.heading}>
              {text('grievance.title')}
            </h2>
            <p className={form.hint}>{text('grievance.hint')}</p>
          </div>
          {view.kind === 'sent' ? <Sent {...view} /> : <GrievanceForm rejected={view.rejected} />}
        </section>
      </div>
    </>
  )
}

/** The browser sends it by itself, and the server answers with the page. */
function GrievanceForm({ rejected }: { rejected: RejectedForm | null }) {
  const text = useText()
  const bind = (name: string) => ({ name, error: rejected?.fields[name], defaultValue: rejected?.typed[name] ?? '' })
  return (
    <PublicForm action={`${visitorPaths.contact.pattern}#${FORM}`}>
      <p className={form.hint}>{text('forms.required')}</p>
      <ErrorSummary problem={rejected?.problem ?? null} fields={rejected?.fields} />
      <ChoiceField
        name="kind"
        label={text('grievance.kind')}
        options={[
          { value: 'data', label: text('grievance.data') },
          { value: 'other', label: text('grievance.other') },
        ]}
        defaultValue={rejected?.typed.kind ?? 'other'}
        error={rejected?.fields.kind}
      />
      <LongField {...bind('text')} label={text('grievance.text')} maxLength={TEXT_MAX} required />
      <Field {...bind('name')} label={text('grievance.name')} autoComplete="name" maxLength={100} required />
      <Field
        {...bind('email')}
        label={text('grievance.email')}
        hint={text('grievance.emailHint')}
        type="email"
        autoComplete="email"
      />
      <Field {...bind('phone')} label={text('grievance.phone')} type="tel" autoComplete="tel" maxLength={30} />
      {/* The main button of the page is the call. */}
      <FormButton isSide>{text('grievance.send')}</FormButton>
    </PublicForm>
  )
}

function Sent({ number, dueOn, isMailed }: Extract<GrievanceView, { kind: 'sent' }>) {
  const text = useText()
  const language = useLanguage()
  return (
    <FormNote kind="done" takesFocus>
      <p>{text('grievance.sent', { number, day: formatLongDay(dueOn, language) })}</p>
      <p>{text(isMailed ? 'grievance.mailed' : 'grievance.called')}</p>
    </FormNote>
  )
}
