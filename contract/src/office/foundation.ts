import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { z } from 'zod'
import { call } from '../platform/call.ts'
import { BaseVersion, success } from '../platform/envelope.ts'
import { optionalText } from '../platform/fields.ts'
import { problem } from '../platform/problem.ts'
import { LEGAL_PAGES, type LegalDocument } from '../site/public-pages.ts'
import type { LogoPicture } from '../site/site.ts'
import { FoundationForm, FoundationSettings } from './foundation-form.ts'

/** The name of the admin who saved last, and the time; null if no admin has changed it, and for an account that is deleted. */
const LastChange = { changed_by: z.string().nullable(), changed_at: z.iso.datetime().nullable() }

const Picture = z.object({ url: z.string(), width: z.number(), height: z.number() }) satisfies z.ZodType<LogoPicture>

const Saved = z.object({
  settings: FoundationSettings,
  version: z.number(),
  ...LastChange,
  logo: Picture.nullable(),
  storyPhoto: Picture.nullable(),
})
export type SavedSettings = z.output<typeof Saved>

const LEGAL_TEXT_MAX = 20_000

/** The text of a legal page in one language, as Markdown; empty for the text that comes with the program. */
const LegalText = z.object({
  markdown: optionalText({ field: 'legalText', max: LEGAL_TEXT_MAX, lines: 'many' })
    .unwrap()
    .unwrap()
    .transform((text) => text ?? ''),
})
const SavedText = z.object({ markdown: z.string(), version: z.number(), ...LastChange })
export type SavedText = z.output<typeof SavedText>

const pieces = z.array(z.object({ text: z.string(), href: z.string().optional(), isStrong: z.boolean().optional() }))
const texts = z.array(z.string())

const Preview = z.object({
  name: z.enum(LEGAL_PAGES),
  title: z.string(),
  description: z.string(),
  intro: texts,
  contents: z.string().optional(),
  sections: z.array(
    z.object({
      heading: z.string(),
      blocks: z.array(
        z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('text'), text: z.string() }),
          z.object({ kind: z.literal('list'), items: texts }),
          z.object({ kind: z.literal('heading'), text: z.string() }),
          z.object({ kind: z.literal('paragraph'), pieces }),
          z.object({ kind: z.literal('items'), isNumbered: z.boolean(), items: z.array(pieces) }),
          z.object({ kind: z.literal('links'), links: z.array(z.object({ text: z.string(), href: z.string() })) }),
          z.object({
            kind: z.literal('facts'),
            facts: z.array(z.object({ label: z.string(), value: z.string(), href: z.string().optional() })),
          }),
          z.object({
            kind: z.literal('actions'),
            actions: z.array(
              z.object({
                label: z.string(),
                value: z.string().optional(),
                href: z.string(),
                isUrgent: z.boolean().optional(),
              }),
            ),
          }),
          z.object({
            kind: z.literal('table'),
            caption: z.string(),
            head: texts,
            rows: z.array(texts),
            isFolded: z.boolean().optional(),
          }),
        ]),
      ),
    }),
  ),
}) satisfies z.ZodType<LegalDocument>

const OfPage = z.object({
  page: z.enum(LEGAL_PAGES, problem('invalid')),
  language: z.enum(LANGUAGES, problem('invalid')),
})

export const foundationCalls = {
  read: call({
    method: 'GET',
    path: '/api/admin/settings',
    access: 'admin',
    duty: 'settings',
    summary: 'What the foundation is called, how to reach it, and its other settings',
    reply: success(Saved),
  }),
  update: call({
    method: 'PUT',
    path: '/api/admin/settings',
    access: 'admin',
    duty: 'settings',
    summary: 'Change the settings, with a version only where the stored ones still have it',
    body: FoundationForm.extend({ version: BaseVersion }),
    reply: success(Saved),
  }),
  setLogo: call({
    method: 'PUT',
    path: '/api/admin/settings/logo',
    access: 'admin',
    duty: 'settings',
    summary:
      'Show this picture (JPEG, PNG or WebP, at most 10 MB and 50 megapixels) as the logo; it is stored small and without metadata',
    body: z.object({}),
    multipart: 'logo',
    maxConcurrent: 1,
    reply: success(Saved),
  }),
  removeLogo: call({
    method: 'DELETE',
    path: '/api/admin/settings/logo',
    access: 'admin',
    duty: 'settings',
    summary: 'Show the logo of the program again',
    reply: success(Saved),
  }),
  setStoryPhoto: call({
    method: 'PUT',
    path: '/api/admin/settings/story-photo',
    access: 'admin',
    duty: 'settings',
    summary:
      'Show this photo (JPEG, PNG or WebP, at most 10 MB and 50 megapixels) beside the story of the home page; it is stored without metadata',
    body: z.object({}),
    multipart: 'photo',
    maxConcurrent: 1,
    reply: success(Saved),
  }),
  removeStoryPhoto: call({
    method: 'DELETE',
    path: '/api/admin/settings/story-photo',
    access: 'admin',
    duty: 'settings',
    summary: 'Show the drawing of the program beside the story again',
    reply: success(Saved),
  }),
  readText: call({
    method: 'GET',
    path: '/api/admin/settings/pages/{page}/{language}',
    access: 'admin',
    duty: 'settings',
    summary: "The foundation's own text of a legal page in one language, as Markdown; empty without one",
    params: OfPage,
    reply: success(SavedText),
  }),
  updateText: call({
    method: 'PUT',
    path: '/api/admin/settings/pages/{page}/{language}',
    access: 'admin',
    duty: 'settings',
    summary: 'Replace the text of a legal page in one language; an empty one brings back what comes with the program',
    params: OfPage,
    body: LegalText.extend({ version: BaseVersion }),
    reply: success(SavedText),
  }),
  previewText: call({
    method: 'POST',
    path: '/api/admin/settings/pages/{page}/{language}/preview',
    access: 'admin',
    duty: 'settings',
    summary: 'How a legal page would look with this text; stores nothing',
    params: OfPage,
    body: LegalText,
    reply: success(z.object({ document: Preview })),
  }),
}
