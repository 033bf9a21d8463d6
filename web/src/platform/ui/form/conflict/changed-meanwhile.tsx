import { Radio } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { useText } from '../../../languages/use-text.tsx'
import { Notice } from '../../feedback/notice.tsx'

type Texts = Record<string, string>

type Props = {
  message: string
  labels: Texts
  mine: Texts
  stored: Texts
  values: Texts
  onChoose: (field: string, text: string) => void
  /** Formats a value; by default as it is. */
  describe?: (field: string, value: string) => string
}

// As somebody typed it.
const QUOTED = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const

/** Shown if somebody else saved first: both versions of each field that differs, and which one is going to be saved. */
export function ChangedMeanwhile({
  message,
  labels,
  mine,
  stored,
  values,
  onChoose,
  describe = (_, value) => value,
}: Props) {
  const text = useText()
  const fields = Object.keys(labels).filter((field) => mine[field] !== stored[field])
  return (
    <Notice kind="failed" takesFocus>
      <p>
        {message} {text('forms.notSavedYet')}
      </p>
      {fields.map((field) => {
        const [own = '', other = ''] = [mine[field], stored[field]]
        return (
          <Radio.Group
            key={field}
            mt="sm"
            label={labels[field]}
            value={values[field] === other ? 'stored' : 'mine'}
            onChange={(choice) => onChoose(field, choice === 'stored' ? other : own)}
          >
            <Radio
              mt="xs"
              style={QUOTED}
              value="mine"
              label={own ? text('forms.yours', { value: describe(field, own) }) : text('forms.yoursEmpty')}
            />
            <Radio
              mt="xs"
              style={QUOTED}
              value="stored"
              label={other ? text('forms.stored', { value: describe(field, other) }) : text('forms.storedEmpty')}
            />
          </Radio.Group>
        )
      })}
    </Notice>
  )
}
