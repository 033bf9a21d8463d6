import { Text } from '@mantine/core'
import { formatCount } from '@petsetu/languages/formats.ts'
import { useText } from '../../languages/use-text.tsx'

/** Says below a list that is at its limit that older rows are not in it. */
export function NewestOnly({ rows, max }: { rows: readonly unknown[]; max: number }) {
  const text = useText()
  if (rows.length < max) return null
  return (
    <Text c="dimmed" mt="sm">
      {text('controls.newestOnly', { max: formatCount(max) })}
    </Text>
  )
}
