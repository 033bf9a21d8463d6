import { Button, Group, Textarea } from '@mantine/core'
import { foundationCalls, type SavedText } from '@petsetu/contract/office/foundation.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { LegalDocument, LegalPageName } from '@petsetu/contract/site/public-pages.ts'
import { LANGUAGE_KEY, type Language } from '@petsetu/languages/languages.ts'
import { useState } from 'react'
import { useOwnDraft } from '../../people/auth/use-own-draft.ts'
import { RichText, useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../platform/lib/drafts/use-drafted-form.ts'
import { keepingFocus } from '../../platform/lib/lost-focus.ts'
import { messageOf, request } from '../../platform/lib/requests/request.ts'
import { useBusy } from '../../platform/lib/use-busy.ts'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { ChangedMeanwhile, useConflict } from '../../platform/ui/form/changed-meanwhile.tsx'
import { keepFocus } from '../../platform/ui/form/keep-focus.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import { LegalPage } from '../../shared/legal/legal-page.tsx'
import classes from './settings.module.css'
import { useWhoChanged } from './use-settings-form.ts'

type Props = { of: { page: LegalPageName; language: Language }; stored: SavedText }

const SHOWN_OF_A_TEXT = 300

/** The Markdown of a page, its preview, and publishing it. What is typed is kept on the device until then. */
export function LegalTextForm({ of, stored }: Props) {
  const text = useText()
  const draft = useOwnDraft(`legal-${of.page}-${of.language}`)
  const valuesOf = ({ markdown }: SavedText) => ({ markdown })
  const drafted = useDraftedForm({
    initial: valuesOf(stored),
    draft,
    version: stored.version,
    errorsOf: () => ({}),
  })
  const { form, startFrom, forgetDraft } = drafted
  const preview = useLegalPreview(of)
  const [published, setPublished] = useState<SavedText | null>(null)
  const conflict = useConflict({ ...drafted, valuesOf, whoChanged: useWhoChanged() })

  const { formProps, isBusy, failure } = useSubmit(form, text('settings.saveFailed'), async ({ markdown }) => {
    setPublished(null)
    const saved = await conflict.saveOrCompare({ markdown }, async (version) => {
      const { reply } = await request(foundationCalls.updateText, { params: of, body: { markdown, version } })
      return reply.data
    })
    if (!saved) return
    await forgetDraft()
    startFrom(valuesOf(saved), saved.version)
    preview.forget()
    setPublished(saved)
  })

  return (
    <form {...formProps} className={classes.form}>
      {conflict.shown && (
        <ChangedMeanwhile
          {...conflict.shown}
          labels={{ markdown: text('labels.legalText') }}
          describe={(_, markdown) => markdown.slice(0, SHOWN_OF_A_TEXT)}
        />
      )}
      <Textarea
        label={text('labels.legalText')}
        description={text('settings.emptyText')}
        rows={14}
        lang={of.language}
        {...form.getInputProps('markdown')}
      />
      {failure && <Notice kind="failed">{failure}</Notice>}
      {published && !form.isDirty() && <Published of={of} isOwn={published.markdown !== ''} />}
      {preview.failure && <Notice kind="failed">{preview.failure}</Notice>}
      <Group gap="sm" align="stretch">
        <Button variant="default" loading={preview.isBusy} onClick={() => preview.make(form.values.markdown)}>
          {text('settings.preview')}
        </Button>
        <Button type="submit" loading={isBusy} onMouseDown={keepFocus}>
          {text('settings.publish')}
        </Button>
      </Group>
      {preview.document && <Preview document={preview.document} language={of.language} />}
    </form>
  )
}

function Preview({ document, language }: { document: LegalDocument; language: Language }) {
  const text = useText()
  const ownLanguage = useLanguage()
  return (
    <section className={classes.preview} lang={language} aria-labelledby="legal-preview">
      <h3 id="legal-preview" lang={ownLanguage}>
        {text('settings.previewOf')}
      </h3>
      <LegalPage document={document} isPreview />
    </section>
  )
}

function Published({ of: { page, language }, isOwn }: { of: Props['of']; isOwn: boolean }) {
  const text = useText()
  const href = paths[page].to({}, { [LANGUAGE_KEY]: language })
  return (
    <Notice kind="done">
      {isOwn ? (
        <RichText
          id="settings.published"
          fill={{
            page: (content) => (
              <a href={href} target="_blank" rel="noopener noreferrer">
                {content}
              </a>
            ),
          }}
        />
      ) : (
        text('settings.backToProgram')
      )}
    </Notice>
  )
}

/** Makes the preview of a legal page's text, as the server would show it. */
function useLegalPreview(of: { page: LegalPageName; language: Language }) {
  const text = useText()
  const [document, setDocument] = useState<LegalDocument | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [make, isBusy] = useBusy(
    keepingFocus(async (markdown: string) => {
      setFailure(null)
      try {
        const { reply } = await request(foundationCalls.previewText, { params: of, body: { markdown } })
        setDocument(reply.data.document)
      } catch (error) {
        setFailure(messageOf(error, text('settings.previewFailed')))
      }
    }),
  )
  return { document, failure, isBusy, make, forget: () => setDocument(null) }
}
