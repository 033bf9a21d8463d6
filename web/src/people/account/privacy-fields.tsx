import { Radio, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import type { PrivacyRequestKind } from '@petsetu/contract/people/privacy.ts'
import { useText } from '../../platform/languages/use-text.tsx'

const KINDS: PrivacyRequestKind[] = ['export', 'correct', 'erase', 'nominate']

type Props = {
  /** Gives the props of a field, as a form's `getInputProps` does. */
  bind: (field: 'kind' | 'note' | 'nominee_name' | 'nominee_contact') => object
  kind: PrivacyRequestKind
}

/** Asks for the kind of a request about personal data, and for a note. */
export function PrivacyFields({ bind, kind: chosen }: Props) {
  const text = useText()
  return (
    <>
      <Radio.Group label={text('privacyRequest.kind')} required {...bind('kind')}>
        {KINDS.map((kind) => (
          <Radio key={kind} mt={12} value={kind} label={text(`privacyKinds.${kind}`)} />
        ))}
      </Radio.Group>
      {chosen === 'nominate' && (
        <>
          <TextInput
            label={text('privacyRequest.nomineeName')}
            description={text('privacyRequest.nomineeHint')}
            maxLength={100}
            required
            {...bind('nominee_name')}
          />
          <TextInput
            label={text('privacyRequest.nomineeContact')}
            maxLength={300}
            required
            {...bind('nominee_contact')}
          />
        </>
      )}
      <Textarea
        label={text('form.optional', { label: text('labels.note') })}
        description={text('privacyRequest.noteHint')}
        rows={4}
        maxLength={2_000}
        {...bind('note')}
      />
    </>
  )
}
