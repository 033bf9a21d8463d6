import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useListParam } from '../lib/address/use-list-param.ts'
import { FoldedFilters } from './folded-filters.tsx'
import classes from './list-filters.module.css'

type Bind<Field extends string> = (
  field: Field,
  label: string,
) => { label: string; value: string; onChange: (event: { currentTarget: { value: string } }) => void }

type Props<Field extends string> = {
  legend: string
  /** The values that the address chooses. */
  filter: { [Name in Field]: string | number }
  clearLabel: string
  /** The names of the fields. */
  fields: NoInfer<Field>[]
  isNarrowed: boolean
  /** Stands above the fields. */
  before?: ReactNode
  /** The fields, each bound to its parameter of the address. */
  children: (bind: Bind<Field>) => ReactNode
}

/** The filters of a list in one row. Each leads to the first page. */
export function ListFilters<Field extends string>({
  legend,
  filter,
  clearLabel,
  fields,
  isNarrowed,
  before,
  children,
}: Props<Field>) {
  const [, setParams] = useSearchParams()
  const setParam = useListParam()
  return (
    <FoldedFilters isAtOnce count={fields.filter((name) => filter[name]).length}>
      {before}
      <fieldset className={classes.filters}>
        <legend className="visually-hidden">{legend}</legend>
        {children((field, label) => ({
          label,
          value: String(filter[field]),
          onChange: (event) => setParam(field, event.currentTarget.value),
        }))}
        {isNarrowed && (
          <Button variant="subtle" px={8} onClick={() => setParams({}, { preventScrollReset: true })}>
            {clearLabel}
          </Button>
        )}
      </fieldset>
    </FoldedFilters>
  )
}
