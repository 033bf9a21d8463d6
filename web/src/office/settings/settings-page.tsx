import { Button, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMediaQuery } from '@mantine/hooks'
import { foundationCalls, type SavedSettings } from '@petsetu/contract/office/foundation.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { LEGAL_PAGES, type LegalPageName } from '@petsetu/contract/site/public-pages.ts'
import { LANGUAGES, type Language } from '@petsetu/languages/languages.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useLanguage, useText } from '../../platform/languages/use-text.tsx'
import type { Texts } from '../../platform/lib/drafts/draft-changes.ts'
import { changeSite } from '../../platform/lib/live-site.ts'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { sendForm } from '../../platform/lib/requests/send-form.ts'
import { FileField } from '../../platform/public-form/file-field.tsx'
import { FormSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { restoreFocus } from '../../platform/ui/feedback/restore-focus.ts'
import { LANGUAGE_CHOICES } from '../../platform/ui/fields/choices.ts'
import { ChangedMeanwhile } from '../../platform/ui/form/changed-meanwhile.tsx'
import { keepFocus } from '../../platform/ui/form/keep-focus.ts'
import { RestoredNotice } from '../../platform/ui/form/restored-notice.tsx'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import card from '../../platform/ui/layout/card.module.css'
import { Logo } from '../../platform/ui/layout/logo.tsx'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import fold from '../../platform/ui/layout/unfolds.module.css'
import { EarlierApprovals } from './earlier-approvals.tsx'
import { LegalTextForm } from './legal-text-form.tsx'
import { type FieldView, SECTIONS, type Section } from './sections.ts'
import classes from './settings.module.css'
import { storedSettings, useSettingsForm } from './use-settings-form.ts'

export function SettingsPage() {
  const text = useText()
  return (
    <>
      <PageTitle hint={text('settings.hint')}>{text('titles.settings')}</PageTitle>
      <Settings />
    </>
  )
}

function Settings() {
  const text = useText()
  const stored = useQuery(storedSettings)
  return (
    <Loaded query={stored} skeleton={<FormSkeleton />} failure={text('settings.loadFailed')}>
      {({ data: saved }) => (
        <div className={classes.page}>
          <Parts />
          <div>
            {SECTIONS.map((section) => (
              <Fragment key={section.id}>
                <SettingsSection section={section} saved={saved} />
                {section.id === 'story' && <StoryPhotoSection saved={saved} />}
              </Fragment>
            ))}
            <LogoSection saved={saved} />
            <LegalSection />
          </div>
        </div>
      )}
    </Loaded>
  )
}

const PARTS: { id: string; title: PlainId }[] = [
  ...SECTIONS.flatMap(({ id, title }) => [
    { id, title },
    ...(id === 'story' ? [{ id: 'story-photo', title: 'settings.storyPhoto' } as const] : []),
  ]),
  { id: 'logo', title: 'settings.logo' },
  { id: 'pages', title: 'settings.pages' },
]

/** The id of the part that is read: the last one that has begun in the upper third of the window, or the last of a page that ends. */
function usePartInView(): string | undefined {
  const [inView, setInView] = useState(PARTS[0]?.id)
  useEffect(() => {
    const topOf = (id: string) => document.querySelector(`#settings-${id}`)?.getBoundingClientRect().top ?? 0
    function mark() {
      const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 1
      const begun = isAtEnd ? PARTS : PARTS.filter(({ id }) => topOf(id) < innerHeight / 3)
      setInView((begun.at(-1) ?? PARTS[0])?.id)
    }
    mark()
    addEventListener('scroll', mark, { passive: true })
    return () => removeEventListener('scroll', mark)
  }, [])
  return inView
}

/** Leads to each part: beside them, or folded above them where there is no room. */
function Parts() {
  const text = useText()
  const isBeside = useMediaQuery('(width >= 1200px)', true, { getInitialValueInEffect: false })
  const inView = usePartInView()
  const list = (
    <ul>
      {PARTS.map(({ id, title }) => (
        <li key={id}>
          <a href={`#settings-${id}`} aria-current={id === inView ? 'location' : undefined}>
            {text(title)}
          </a>
        </li>
      ))}
    </ul>
  )
  return (
    <nav className={classes.parts} aria-label={text('settings.parts')}>
      {isBeside ? (
        <>
          <p aria-hidden>{text('settings.parts')}</p>
          {list}
        </>
      ) : (
        <details>
          <summary className={fold.unfolds}>{text('settings.parts')}</summary>
          {list}
        </details>
      )}
    </nav>
  )
}

/** One part of the settings, which is saved by itself. */
function SettingsSection({ section, saved }: { section: Section; saved: SavedSettings }) {
  const text = useText()
  const [isDone, setDone] = useState(false)
  const { form, save, isRestored, clear, conflict } = useSettingsForm(section, saved)
  const fields = section.fieldsOf(text, saved.settings)
  const { formProps, isBusy, failure } = useSubmit(form, text('settings.saveFailed'), async (values) => {
    setDone(false)
    setDone(await save(values))
    // The button has gone with the changes.
    restoreFocus(() => document.querySelector(`#settings-${section.id}`))
  })
  return (
    <SettingsCard id={section.id} title={text(section.title)} hint={section.hintOf?.(text)}>
      <form {...formProps} className={classes.form}>
        {isRestored && <RestoredNotice onClear={clear} />}
        {conflict && (
          <ChangedMeanwhile {...conflict} labels={Object.fromEntries(fields.map(({ name, label }) => [name, label]))} />
        )}
        <div className={classes.fields}>
          {fields.map((field) => (
            <Field key={field.name} field={field} form={form} />
          ))}
        </div>
        {section.id === 'tax' && <EarlierApprovals approvals={saved.settings.earlierApprovals} />}
        {failure && <Notice kind="failed">{failure}</Notice>}
        {isDone && !form.isDirty() && <Notice kind="done">{text('settings.saved')}</Notice>}
        {(isBusy || form.isDirty()) && (
          <div>
            <Button type="submit" loading={isBusy} onMouseDown={keepFocus}>
              {text('settings.save')}
            </Button>
          </div>
        )}
      </form>
    </SettingsCard>
  )
}

type FieldProps = { field: FieldView; form: UseFormReturnType<Texts> }

function Field({
  field: { name, label, hint, type, isAmount, isRequired, isWide, isLong, choices },
  form,
}: FieldProps) {
  const common = {
    className: isWide || isLong || hint ? (classes.wide ?? '') : '',
    label,
    description: hint,
    required: isRequired ?? false,
    ...form.getInputProps(name),
  }
  if (choices) return <NativeSelect {...common} data={choices} />
  if (isLong) return <Textarea {...common} rows={3} />
  if (isAmount) return <TextInput {...common} inputMode="decimal" />
  return <TextInput {...common} {...(type && { type })} {...(type === 'number' && { inputMode: 'numeric', min: 0 })} />
}

const TITLES: Record<LegalPageName, PlainId> = {
  privacy: 'frame.privacy',
  terms: 'frame.terms',
  refunds: 'frame.refunds',
  contact: 'frame.contactUs',
}

/** The foundation's own text of one legal page in one language; the address says of which. */
function LegalSection() {
  const text = useText()
  const [params, setParams] = useSearchParams()
  const page = LEGAL_PAGES.find((name) => name === params.get('page')) ?? 'privacy'
  const own = useLanguage()
  const language = LANGUAGES.find((name) => name === params.get('text')) ?? own
  const choose = (name: 'page' | 'text', value: string) =>
    setParams(
      (all) => {
        all.set(name, value)
        return all
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <SettingsCard id="pages" title={text('settings.pages')} hint={text('settings.pagesHint')}>
      <div className={classes.form}>
        <div className={classes.fields}>
          <NativeSelect
            label={text('settings.page')}
            data={LEGAL_PAGES.map((value) => ({ value, label: text(TITLES[value]) }))}
            value={page}
            onChange={(event) => choose('page', event.currentTarget.value)}
          />
          <NativeSelect
            label={text('settings.language')}
            data={LANGUAGE_CHOICES}
            value={language}
            onChange={(event) => choose('text', event.currentTarget.value)}
          />
        </div>
        <LegalText key={`${page} ${language}`} page={page} language={language} />
      </div>
    </SettingsCard>
  )
}

function LegalText(of: { page: LegalPageName; language: Language }) {
  const text = useText()
  // Never from the cache: a form filled with an old text would overwrite a newer one.
  const query = { ...callQuery(foundationCalls.readText, { params: of }), gcTime: 0, refetchOnWindowFocus: false }
  const stored = useQuery(query)
  return (
    <Loaded query={stored} skeleton={<FormSkeleton fields={1} />} failure={text('settings.loadFailed')}>
      {({ data }) => <LegalTextForm of={of} stored={data} />}
    </Loaded>
  )
}

const LOGO_TEXTS = {
  title: 'settings.logo',
  hint: 'settings.logoHint',
  now: 'settings.logoNow',
  sent: 'settings.logoSent',
  failed: 'settings.logoFailed',
  remove: 'settings.logoRemove',
  removeQuestion: 'settings.logoRemoveQuestion',
  removeHow: 'settings.logoRemoveHow',
  removed: 'settings.logoRemoved',
} as const satisfies Record<string, PlainId>

const STORY_PHOTO_TEXTS = {
  title: 'settings.storyPhoto',
  hint: 'settings.storyPhotoHint',
  now: 'settings.storyPhotoNow',
  sent: 'settings.storyPhotoSent',
  failed: 'settings.storyPhotoFailed',
  remove: 'settings.storyPhotoRemove',
  removeQuestion: 'settings.storyPhotoRemoveQuestion',
  removeHow: 'settings.storyPhotoRemoveHow',
  removed: 'settings.storyPhotoRemoved',
} as const satisfies Record<keyof typeof LOGO_TEXTS, PlainId>

function LogoSection({ saved: { logo } }: { saved: SavedSettings }) {
  return (
    <PictureSection
      id="logo"
      texts={LOGO_TEXTS}
      set={foundationCalls.setLogo}
      remove={foundationCalls.removeLogo}
      isSet={logo !== null}
    >
      <Logo size={56} picture={logo} />
    </PictureSection>
  )
}

function StoryPhotoSection({ saved: { storyPhoto } }: { saved: SavedSettings }) {
  return (
    <PictureSection
      id="story-photo"
      texts={STORY_PHOTO_TEXTS}
      set={foundationCalls.setStoryPhoto}
      remove={foundationCalls.removeStoryPhoto}
      isSet={storyPhoto !== null}
    >
      {storyPhoto ? (
        <img className={classes.photo} {...storyPhoto} src={storyPhoto.url} alt="" />
      ) : (
        <img src="/drawing-pets.svg" width="105" height="66" alt="" />
      )}
    </PictureSection>
  )
}

type SettingsReply = { reply: Reply<typeof foundationCalls.setLogo> }

function showPicture({ reply }: SettingsReply, _: unknown, queries: QueryClient) {
  queries.setQueryData(storedSettings.queryKey, reply)
  changeSite({ logo: reply.data.logo })
}

type PictureProps = {
  id: string
  texts: Record<keyof typeof LOGO_TEXTS, PlainId>
  set: typeof foundationCalls.setLogo | typeof foundationCalls.setStoryPhoto
  remove: typeof foundationCalls.removeLogo | typeof foundationCalls.removeStoryPhoto
  isSet: boolean
  children: ReactNode
}

/** Shows a picture of the foundation, sends another one as soon as it is chosen, and removes it. */
function PictureSection({ id, texts, set, remove, isSet, children }: PictureProps) {
  const text = useText()
  const setting = useSave({
    call: set,
    send: (file: File) => request(set, { body: {} }, { send: sendForm({ files: [[set.multipart, file]] }) }),
    onSaved: showPicture,
    success: () => text(texts.sent),
    failure: { fallback: text(texts.failed) },
  })
  const removal = useSave({
    call: remove,
    send: () => request(remove, {}),
    confirm: () => ({
      title: text(texts.removeQuestion),
      children: text(texts.removeHow),
      confirmLabel: text(texts.remove),
    }),
    onSaved: showPicture,
    success: () => text(texts.removed),
    failure: { fallback: text(texts.failed) },
  })

  function choose(input: HTMLInputElement) {
    const file = input.files?.[0]
    if (file) setting.start(file)
    // Emptied, because the browser reports no change if the same file is chosen again.
    input.value = ''
  }

  return (
    <SettingsCard id={id} title={text(texts.title)} hint={text(texts.hint)}>
      <div className={classes.logo}>
        <figure>
          {children}
          <figcaption className="visually-hidden">{text(texts.now)}</figcaption>
        </figure>
        <div style={{ flex: '1 1 260px' }}>
          <FileField
            name={id}
            label={text('settings.logoChoose')}
            accept="image/jpeg,image/png,image/webp"
            disabled={setting.isBusy}
            onChange={(event) => choose(event.currentTarget)}
          />
        </div>
        {isSet && (
          <Button variant="default" disabled={removal.isBusy} onClick={() => removal.start(undefined)}>
            {text(texts.remove)}
          </Button>
        )}
      </div>
    </SettingsCard>
  )
}

type Props = { id: string; title: string; hint?: string | undefined; children: ReactNode }

function SettingsCard({ id, title, hint, children }: Props) {
  return (
    <section className={`${card.card} ${classes.section}`} aria-labelledby={`settings-${id}`}>
      <h2 id={`settings-${id}`} tabIndex={-1} className={classes.heading}>
        {title}
      </h2>
      {hint && (
        <Text c="dimmed" maw="var(--line-length)" mb={20}>
          {hint}
        </Text>
      )}
      {children}
    </section>
  )
}
