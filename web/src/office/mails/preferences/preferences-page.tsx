import type { ReminderKind } from '@petsetu/contract/office/mails.ts'
import type { PreferencesView } from '@petsetu/contract/site/public-pages.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { CheckboxField } from '../../../platform/public-form/checkbox-field.tsx'
import {
  ErrorSummary,
  FormButton,
  FormCard,
  FormNote,
  PublicForm,
  SideLink,
} from '../../../platform/public-form/form-card.tsx'
import form from '../../../platform/public-form/public-form.module.css'

/** Which reminders an address gets, for whoever has the link of a reminder. Opening it changes nothing. */
export function PreferencesPage({ view }: { view: PreferencesView }) {
  const text = useText()
  return (
    <FormCard
      isNarrow
      picture={view.kind === 'missing' ? '/drawing-link.svg' : '/drawing-letters.svg'}
      title={text(view.kind === 'missing' ? 'mailPreferences.missingTitle' : 'titles.mailPreferences')}
    >
      {view.kind === 'form' && <PreferencesForm {...view} />}
      {view.kind === 'failed' && (
        <>
          <ErrorSummary problem={view.message} />
          {/* This page’s own address, without a script. */}
          <SideLink href="?">{text('controls.tryAgain')}</SideLink>
        </>
      )}
      {view.kind === 'missing' && (
        <>
          <FormNote kind="waiting">
            <p>{text('mailPreferences.missing')}</p>
          </FormNote>
          {/* Without an account there is no other way than to write to us. */}
          <a className={form.main} href={visitorPaths.account.to({})}>
            {text('mailPreferences.logIn')}
          </a>
          <SideLink href={visitorPaths.contact.to({})}>{text('frame.contactUs')}</SideLink>
        </>
      )}
    </FormCard>
  )
}

const LABELS: Record<ReminderKind, PlainId> = {
  'membership-ends': 'mailPreferences.membershipEnds',
  'care-due': 'mailPreferences.careDue',
}

/** One box for each kind of reminder. The browser sends it by itself, and the server answers with the page. */
function PreferencesForm({ token, preferences, isSaved }: Extract<PreferencesView, { kind: 'form' }>) {
  const text = useText()
  return (
    <PublicForm action={visitorPaths.mailPreferences.to({ token })}>
      {isSaved && (
        <FormNote kind="done" takesFocus>
          <p>{text('mailPreferences.saved')}</p>
        </FormNote>
      )}
      <div>
        <p>{text('mailPreferences.intro', { address: preferences.address })}</p>
        <p className={form.hint}>{text('mailPreferences.whatStays')}</p>
      </div>
      {preferences.reminders.map(({ kind, is_on }) => (
        <CheckboxField key={kind} name={kind} label={text(LABELS[kind])} defaultChecked={is_on} />
      ))}
      <FormButton>{text('mailPreferences.save')}</FormButton>
    </PublicForm>
  )
}
